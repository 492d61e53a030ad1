#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; open_memstream */
#include "check/results/forms.h"

#include <stdlib.h>

#include "check/cases/document.h"
#include "check/results/junit.h"
#include "check/results/page.h"
#include "check/results/sarif.h"

bool forms_text_begin(forms_text *t) {
  *t = (forms_text){.stream = NULL};
  t->stream = open_memstream(&t->text, &t->size);
  return t->stream != NULL;
}

char *forms_text_end(forms_text *t) {
  const bool whole = ferror(t->stream) == 0;
  if (fclose(t->stream) == 0 && whole) return t->text;
  free(t->text);
  return NULL;
}

static char *junit_text(const json_t *document) {
  forms_text t;
  check_error ignored;
  if (!forms_text_begin(&t)) return NULL;
  if (junit_put(t.stream, document, &ignored) == CHECK_OK) return forms_text_end(&t);
  free(forms_text_end(&t));
  return NULL;
}

static char *page_text(const json_t *document, const session_result *result) {
  forms_text t;
  if (!forms_text_begin(&t)) return NULL;
  page_put(t.stream, document, result);
  return forms_text_end(&t);
}

bool forms_make(const check_output *output, const session_result *result, attest_findings *found) {
  json_t *const document = check_output_document(output, result);
  json_t *const sarif = sarif_document(document, &output->place);
  if (document_is_whole()) {
    found->json = document_dump(document, JSON_INDENT(2));
    found->junit = junit_text(document);
    found->html = page_text(document, result);
    found->sarif = document_dump(sarif, JSON_INDENT(2));
  }
  json_decref(document);
  json_decref(sarif);
  return found->json != NULL && found->junit != NULL && found->html != NULL && found->sarif != NULL;
}
