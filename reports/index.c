#include "reports/index.h"

#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/results/failing_case.h"
#include "check/results/html.h"
#include "reports/page.h"
#include "reports/roofline.h"

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>attest: report</title><style>\n"
    ":root { color-scheme: light dark; --edge: #8886; --soft: #8882; --bad: #b04a00; --good: #0072b2 }\n"
    "@media screen and (prefers-color-scheme: dark) { :root { --bad: #e69f00; --good: #56b4e9 } }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }\n"
    "h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 3rem } p, li, code, .cards div { overflow-wrap: anywhere }\n"
    "nav { margin-bottom: 1rem } nav a { margin-right: 1rem; display: inline-block } a { color: var(--good) }\n"
    ".made { font-size: .85rem; opacity: .8 }\n"
    /* a shadow at an edge beyond which a table goes on */
    ".wide { overflow-x: auto; background: linear-gradient(to right, Canvas 30%, transparent) local, "
    "linear-gradient(to left, Canvas 30%, transparent) right local, "
    "linear-gradient(to right, var(--edge), transparent) scroll, "
    "linear-gradient(to left, var(--edge), transparent) right scroll; background-repeat: no-repeat; "
    "background-size: 2rem 100%, 2rem 100%, .7rem 100%, .7rem 100% }\n"
    "table { border-collapse: collapse; font-size: .9rem; margin: 1rem 0 }\n"
    "th { white-space: normal; min-width: 4rem; vertical-align: bottom } td { white-space: nowrap }\n"
    "td, tbody th { vertical-align: top }\n"
    "th, td { padding: .2rem .5rem; border-bottom: 1px solid var(--edge); text-align: left }\n"
    "td.long { white-space: normal; min-width: 11rem } td.n, th.n { text-align: right } td.n { font-variant-numeric: "
    "tabular-nums }\n"
    ".cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .7rem; line-height: "
    "1.35 }\n"
    ".cards div { border: 1px solid var(--edge); border-radius: .5rem; padding: .6rem .8rem }\n"
    ".cards b { display: block; font-size: 1.15rem }\n"
    ".fail { color: var(--bad) } .good { color: var(--good) }\n" FAILURE_STYLE
    "svg.small, figure svg { max-width: 100%; height: auto } figure { margin: 1rem 0 }\n"
    ".figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 0 1.5rem "
    "}\n"
    ".picture svg { width: 100%; max-width: 36rem; height: auto; display: block } math { margin: .8rem 0; overflow-x: "
    "auto }\n"
    /* names are read where the grid and other lines pass behind them */
    ".picture svg text { fill: CanvasText; paint-order: stroke; stroke: Canvas; stroke-width: 4px; stroke-linejoin: "
    "round }\n"
    ".steps { display: flex; flex-wrap: wrap; gap: 0 2rem } .steps caption { text-align: left; font-weight: bold }\n"
    ".claims dt { font-weight: bold; margin-top: .8rem } .claims dd { margin: 0 0 0 1rem; overflow-wrap: anywhere }\n"
    "svg.small text { fill: currentColor; font-size: 11px } footer { margin: 3rem 0; font-size: .85rem }\n"
    "@media (max-width: 40rem) { th { min-width: 0 } th, td { padding: .2rem .3rem } }\n"
    "@media print { :root { color-scheme: light } body { max-width: none; margin: 0; font-size: 10pt } h2 { "
    "margin-top: 1.5rem }\n"
    "nav { display: none } .picture, tr, .cards { break-inside: avoid } h2, h3 { break-after: avoid } .wide { "
    "overflow: visible }\n"
    ".picture svg { max-width: 30rem } table { font-size: 8pt } th, td { padding: .1rem .3rem }\n"
    "th, td.long { min-width: 0 } }\n"
    "</style></head><body>\n<h1>attest: report</h1>\n"
    "<nav><a href=\"#checks\">verdicts</a><a href=\"#speed\">speed</a><a href=\"#vectors\">vectors</a><a "
    "href=\"#teaching\">step by "
    "step</a><a href=\"#studies\">studies</a><a href=\"#proofs\">proofs</a><a href=\"#words\">words</a></nav>\n";

/* The explorer, where it was built, beside the page. */
#define EXPLORER "build/explorer/explorer.html"

static check_status copy_explorer(const char *directory, check_error *error) {
  char path[CASE_PATH_MAX];
  FILE *const from = fopen(EXPLORER, "r");
  if (from == NULL) return CHECK_OK;
  check_status status = case_join(path, directory, "explorer.html", error);
  if (status == CHECK_OK) status = output_copy(from, path, error);
  (void)fclose(from);
  return status;
}

static const char *const made_by[] = {
    [REPORT_QUICK] = "Made by <code>attest report --quick</code>.",
    [REPORT_FULL] = "Made by <code>attest report --full</code>.",
    [REPORT_SMOKE] = "Made by <code>attest report --smoke</code>. It tries each part; its times mean nothing."};

static check_status write_sections(const page *p, report_size size, check_error *error) {
  static check_status (*const sections[])(const page *p, check_error *error) = {
      summary_section, candidate_section, checks_section,   matrix_section,  judges_section, bench_section,
      peers_section,   vectors_section,   teaching_section, studies_section, proofs_section, words_section};
  check_status status = CHECK_OK;
  (void)fprintf(p->to, "%s<p>attest judges implementations of attention, element by element, and times them. %s</p>\n",
                head, made_by[size]);
  if (access(EXPLORER, R_OK) == 0)
    (void)fputs("<p id=\"explorer\"><a href=\"explorer.html\">The explorer</a>: the reference runs on a page, with a "
                "question to answer first.</p>\n",
                p->to);
  for (size_t n = 0; status == CHECK_OK && n < sizeof sections / sizeof sections[0]; n++)
    status = sections[n](p, error);
  const json_t *const context = json_object_get(page_result(p, "bench"), "context");
  (void)fputs("<footer>", p->to);
  static const char *const said[] = {"cpu", "compiler", "flags", "date"};
  for (size_t n = 0; n < sizeof said / sizeof said[0]; n++) {
    const char *const text = json_string_value(json_object_get(context, said[n]));
    if (text == NULL) continue;
    (void)fprintf(p->to, "%s ", said[n]);
    html_text(p->to, text);
    (void)fputs("; ", p->to);
  }
  (void)fputs(
      "what the parts of this page found is in <a href=\"results.json\">results.json</a>.</footer>\n</body></html>\n",
      p->to);
  return status;
}

/* Results of proofs, where they are there and can be read; else NULL. */
static json_t *read_proofs(const char *path) {
  json_t *document = NULL;
  check_error ignored;
  if (access(path, R_OK) != 0 || json_read_object(path, &document, &ignored) != CHECK_OK) return NULL;
  return document;
}

check_status index_write(const json_t *parts, report_size size, const char *directory, check_error *error) {
  char path[CASE_PATH_MAX];
  check_status status = case_join(path, directory, "index.html", error);
  if (status != CHECK_OK) return status;
  json_t *const proofs = read_proofs("proofs/results/wp.json"), *const tests = read_proofs("proofs/results/tests.json");
  output_file output;
  const page before = {NULL, parts, proofs, tests, directory};
  status = copy_explorer(directory, error);
  if (status == CHECK_OK) status = roofline_draw(&before, error); /* one output at a time: before the page is open */
  if (status == CHECK_OK) status = output_open(&output, path, error);
  if (status == CHECK_OK) {
    const page p = {output.stream, parts, proofs, tests, directory};
    check_error closing;
    status = write_sections(&p, size, error);
    const check_status closed = output_close(&output, &closing);
    if (status == CHECK_OK && closed != CHECK_OK) {
      status = closed;
      *error = closing;
    }
  }
  json_decref(proofs);
  json_decref(tests);
  return status;
}
