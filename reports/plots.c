#include "reports/plots.h"

#include <stdio.h>

#include "check/cases/case.h"
#include "check/results/html.h"

check_status plots_picture(const page *p, const char *name, const char *prefix, const char *about, check_error *error) {
  char file[80], path[CASE_PATH_MAX];
  (void)snprintf(file, sizeof file, "%s.svg", name);
  const check_status status = case_join(path, p->directory, file, error);
  return status == CHECK_OK ? html_picture(p->to, path, prefix, about, error) : status;
}

check_status plots_put_one(const page *p, const char *table, const char *name, const char *finding,
                           check_error *error) {
  (void)fprintf(p->to, "<figure id=\"plot-%s\">", name);
  html_element(p->to, "p", finding);
  const check_status status = plots_picture(p, name, name, finding, error);
  (void)fprintf(p->to, "<figcaption class=\"made\"><a href=\"%s.csv\">%s.csv</a></figcaption></figure>\n", table,
                table);
  return status;
}

check_status plots_put(const page *p, const json_t *table, check_error *error) {
  check_status status = CHECK_OK;
  size_t n;
  const json_t *plot;
  json_array_foreach(json_object_get(table, "plots"), n, plot) {
    const char *const name = json_string_value(json_object_get(plot, "name"));
    const char *const finding = json_string_value(json_object_get(plot, "finding"));
    if (status == CHECK_OK)
      status = plots_put_one(p, json_string_value(json_object_get(table, "name")), name, finding, error);
  }
  return status;
}
