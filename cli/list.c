/* attest list: describes the cases of a directory, from their case.json alone. */
#include <stdio.h>

#include "check/cases/case.h"
#include "check/cases/document.h"
#include "check/cases/index.h"
#include "check/cases/json.h"
#include "check/cases/options.h"
#include "check/cases/shapes.h"
#include "cli/arguments.h"
#include "cli/commands.h"

static const char help[] = "usage: attest list DIR [--json FILE]\n"
                           "\n"
                           "Prints one line for each case: name, type and layout of q, sizes, options, tensors.\n"
                           "DIR is a case directory, which holds case.json, or a directory of cases. Its cases are\n"
                           "those that index.json names, or, without index.json, all sub-directories that hold\n"
                           "case.json. attest list reads no other file of a case.\n"
                           "\n"
                           "options:\n"
                           "  --json FILE  write the same as JSON\n"
                           "  --help       this text\n"
                           "\n"
                           "examples:\n"
                           "  attest list cases\n"
                           "  attest list cases --json cases.json\n";

static json_t *describe_sizes(const attention_case *c) {
  json_t *sizes = json_object();
  for (int size = 0; size <= CASE_D_MODEL; size++)
    if (c->has_layer || size != CASE_D_MODEL)
      document_set(sizes, shapes_size_name((case_size)size), json_integer(c->size[size]));
  return sizes;
}

static json_t *describe(const char *name, const attention_case *c) {
  json_t *description = json_object(), *tensors = json_array();
  for (int tensor = 0; tensor < CASE_TENSORS; tensor++)
    if (c->present[tensor]) document_append(tensors, json_string(case_tensor_name((case_tensor)tensor)));
  document_set(description, "name", document_text(name));
  document_set(description, "dtype", json_string(case_dtype_name(c->array[case_main_tensor(c)].dtype)));
  document_set(description, "layout", json_string(c->bshd ? "BSHD" : "BHSD"));
  document_set(description, "sizes", describe_sizes(c));
  document_set(description, "options", options_document(&c->problem));
  document_set(description, "tensors", tensors);
  return description;
}

static void print_value(const json_t *value) {
  char text[64];
  if (json_is_real(value)) (void)printf("%g", json_real_value(value));
  else if (json_is_string(value)) (void)printf("%s", json_string_value(value));
  else (void)printf("%.*s", (int)json_dumpb(value, text, sizeof text, JSON_COMPACT | JSON_ENCODE_ANY), text);
}

static void print_members(json_t *object) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    (void)printf(" %s=", key);
    print_value(value);
  }
}

static void print_line(const json_t *description) {
  for (int i = 0; i < 3; i++) {
    static const char *const first[] = {"name", "dtype", "layout"};
    (void)printf("%s%s", i > 0 ? " " : "", json_string_value(json_object_get(description, first[i])));
  }
  print_members(json_object_get(description, "sizes"));
  print_members(json_object_get(description, "options"));
  size_t i;
  const json_t *tensor;
  json_array_foreach(json_object_get(description, "tensors"), i, tensor)
    (void)printf("%s%s", i > 0 ? "," : " tensors=", json_string_value(tensor));
  (void)putchar('\n');
}

static check_status list(const char *directory, json_t *descriptions, check_error *error) {
  case_index index;
  check_status status = index_read(directory, &index, error);
  for (size_t i = 0; status == CHECK_OK && i < index.count; i++) {
    attention_case c;
    status = case_open(index.entries[i].path, &c, error);
    if (status != CHECK_OK) break;
    json_t *description = describe(index.entries[i].name, &c);
    print_line(description);
    document_append(descriptions, description);
  }
  index_free(&index);
  return status;
}

check_status list_command(int argc, char **argv, check_error *error) {
  const char *directory, *file = NULL;
  const value_option operand = {"directory", 0, &directory, NULL};
  const value_option options[] = {{"json", 0, &file, NULL}};
  check_status status = arguments_read(argc, argv, help, options, 1, &operand, error);
  if (status != CHECK_OK || directory == NULL) return status;
  json_t *document = json_object(), *descriptions = json_array();
  document_set(document, "cases", descriptions);
  status = list(directory, descriptions, error);
  if (status == CHECK_OK && file != NULL) status = json_write(document, file, error);
  json_decref(document);
  return status;
}
