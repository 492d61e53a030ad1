#include "reports/stories.h"

#include <stddef.h>
#include <string.h>

#define I(x) "<mi>" x "</mi>"
#define N(x) "<mn>" x "</mn>"
#define O(x) "<mo>" x "</mo>"
#define SUB(x, i) "<msub>" x i "</msub>"
#define SUP(x, i) "<msup>" x i "</msup>"
#define SQRT(x) "<msqrt>" x "</msqrt>"
#define OVER(x, y) "<mfrac><mrow>" x "</mrow><mrow>" y "</mrow></mfrac>"
#define MATH(x) "<math display=\"block\"><mrow>" x "</mrow></math>"
#define D_K SUB(I("d"), I("k"))
#define DOT O("&#183;")
#define EQUALS O("=")
#define OPEN "<mo stretchy=\"false\">(</mo>"
#define CLOSE "<mo stretchy=\"false\">)</mo>"
#define SUM_OVER(i) "<munder><mo>&#8721;</mo>" I(i) "</munder>"

static const story stories[] = {
    {"checks", "Are attest's own implementations right?",
     "A checker and a benchmark are worth what they rest on. So the reference and each fast variant are judged as any "
     "candidate is.",
     MATH(O("|") SUB(I("out"), I("i")) O("&#8722;") SUB(I("exact"), I("i")) O("|") O("&#8804;")
              SUB(I("bound"), I("i"))),
     "Each answered generated cases. Each element of an answer was judged against its own bound, the largest error "
     "that a correct implementation may have there. Probes are exact properties of attention, such as the same bits "
     "from the same call; an implementation passes without them if the difference is within the bounds.",
     "Another machine: other variants run on it. Another seed, or a larger suite: other cases."},
    {"matrix", "Does the checker find bugs in kernels that support little?",
     "Most kernels support a few options only, so that a bug shows in few cases.", "",
     "Each reported bug was put into kernels of that kind, and each such kernel was judged on the cases that the "
     "checker makes for it. A bug is killed if a case fails. It cannot show where the kernel does not take any case "
     "that the bug changes.",
     "Kernels that support other options: other bugs can show in them."},
    {"judges", "Would a usual tolerance do?",
     "Most projects compare outputs with a fixed tolerance, or by a cosine. A tolerance that is too wide misses bugs, "
     "and one that is too narrow rejects right kernels.",
     MATH(O("|") I("x") O("&#8722;") I("y") O("|") O("&#8804;") I("atol") O("+") I("rtol") O("|") I("y") O("|")),
     "The rules of other projects judged the answers that attest judges.",
     "Another type: a fixed tolerance is then more ulps, or fewer. Other cases: most bugs do not show on normal "
     "numbers."},
    {"speed", "How fast are the variants, and how exact?",
     "A rate means something only beside the limits of the machine, and only if the answer is right.",
     MATH(I("roof") EQUALS I("min") OPEN I("peak") O(",") I("bandwidth") O("&#215;") OVER(I("FLOP"), I("bytes")) CLOSE),
     "Each variant was timed on several problems, in random order, in the same run as the limits. "
     "The spread is half the distance of the quartiles of the repetitions.",
     "Another machine: its limits, and the variants that run on it. Other sizes: a short sequence pays for the call "
     "itself."},
    {"peers", "How fast is attest beside others?",
     "A variant is worth using if it beats what one would take otherwise, on the same problem in the same minutes.", "",
     "All were timed in one run, in random order.", "Another machine, another version of a library, or more threads."},
    {"vectors", "Does the reference agree with the definitions of others?",
     "Other projects define attention by tests with outputs, or by models. A reference that differs from them would "
     "define something else.",
     "",
     "The reference answered their cases, and its outputs were compared with theirs, in the tolerance of each case.",
     "Nothing random: only other cases, or a change of the reference."},
    {"proofs", "What is proved?",
     "A test shows that some inputs are computed right. A proof holds for all of them, as far as its assumptions do.",
     "", "",
     "A compiler that does not do what C says, or an exp, log, tanh or sqrt that breaks the contract assumed of it."},
    {"variance", "Why are scores divided by &#8730;d<sub>k</sub>?",
     "Softmax turns differences of scores into ratios of weights. If scores grow with the width d<sub>k</sub> of a "
     "head, a wide head attends to one key and ignores the rest, before it has learnt anything.",
     MATH(I("Var") OPEN I("q") DOT I("k") CLOSE EQUALS SUM_OVER("c") I("Var") OPEN SUB(I("q"), I("c"))
              SUB(I("k"), I("c")) CLOSE EQUALS D_K O(",") "<mspace width=\"1em\"/>" I("Var") "<mrow>" OPEN OVER(
                  I("q") DOT I("k"), SQRT(D_K)) CLOSE "</mrow>" EQUALS N("1")),
     "Queries and keys were drawn at random. Three kinds of entries meet the condition of the formula: they are "
     "independent, with mean 0 and variance 1. Two kinds break it: entries with a correlation of 1/2, and products of "
     "random inputs with weights times 0.1, as one tutorial has them. Bars are intervals that hold the truth in 99% of "
     "runs.",
     "Entries that depend on each other: with a correlation of 1/2 the variance is (3 d<sub>k</sub> + "
     "d<sub>k</sub><sup>2</sup>)/4, and dividing scores by the root of d<sub>k</sub> does not stop its growth. Smaller "
     "weights: the variance is then far below 1."},
    {"saturation", "What happens to softmax without the division?",
     "A weight near 1 leaves nothing for the other keys. The derivative of softmax is then near 0, and a layer whose "
     "gradients vanish does not learn.",
     MATH(I("J") EQUALS I("diag") OPEN I("w") CLOSE O("&#8722;") I("w") SUP(I("w"), I("T")))
         MATH(OVER(O("&#8706;") I("out"), O("&#8706;") I("q")) EQUALS I("scale") SUM_OVER("j") SUB(I("w"), I("j"))
                  OPEN SUB(I("v"), I("j")) O("&#8722;") I("out") CLOSE SUP(SUB(I("k"), I("j")), I("T"))),
     "For widths from 1 to 1024, random queries attended to 64 random keys, with scores as they are, divided by "
     "&#8730;d<sub>k</sub>, and divided by d<sub>k</sub>. The gradient is that of an output with random values; its "
     "median is what a typical query gets.",
     "Keys that are alike: softmax then saturates later. Fewer keys: it saturates sooner."},
    {"heads", "What do the heads of a real model attend to?",
     "Pictures in textbooks show one head that links a pronoun to its noun. A model has many heads, and they need not "
     "all do that.",
     MATH(I("H") EQUALS O("&#8722;") SUM_OVER("j") SUB(I("w"), I("j")) I("log") SUB(I("w"), I("j"))),
     "The reference computed all weights from the queries and keys of a small sentence encoder, all-MiniLM-L6-v2: 12 "
     "heads each of its layers 0 and 3. Layers and heads count from 0. The entropy of a row "
     "is 0 where a token attends to one token only, and log n where it attends to n tokens equally.",
     "Another model, another sentence, or the same words in another order."},
    {"shapes", "Which shapes do the arrays have, and how many parameters are there?",
     "Most mistakes in a first implementation are mistakes in shapes. Only one array grows with the square of the "
     "length: that of the scores.",
     MATH(OPEN I("B") O(",") I("T") O(",") SUB(I("d"), I("model")) CLOSE O("&#8594;") OPEN I("B") O(",") I("h") O(",")
              I("T") O(",") D_K CLOSE O("&#8594;") OPEN I("B") O(",") I("h") O(",") I("T") O(",") I("T") CLOSE),
     "Layers with random weights were computed step by step, and by the multi-head function of the library, and "
     "compared.",
     "Grouped queries: fewer heads of keys and values than of queries. Then only the arrays of keys and values "
     "shrink."},
    {"error", "How much error is normal?",
     "Two correct kernels need not agree bit for bit. A tolerance has to tell their rounding from a bug, in every "
     "format.",
     MATH(O("|") SUB(I("out"), I("i")) O("&#8722;") SUB(I("exact"), I("i")) O("|") O("&#8804;")
              SUB(I("bound"), I("i"))),
     "The fast variants answered random problems, in each format that they compute. Errors are measured against the "
     "reference in "
     "binary64, and shown in ulps: units in the last place of the largest output of a row. The bound is what the "
     "checker allows: it is derived from the arithmetic that the variant declares, element by element. Then three "
     "causes of error are looked at apart. The same numbers, drawn between -1 and 1, are added in several orders; the "
     "error is set beside their "
     "magnitude, the sum of their absolute values. The weights of a row are added, and should give 1. A large negative "
     "score stands in the place of a mask. Two pictures close the story: each shows where in an output the errors are, "
     "one for a right kernel and one for a wrong one.",
     "Scores that are larger, longer sums, or values that cancel: the bound grows with them, and a fixed tolerance "
     "does not."},
    {"cost", "Does the cost grow with the square of the length?",
     "Each of T queries meets each of T keys: that is T<sup>2</sup> products. Whether memory grows as fast depends on "
     "whether an implementation stores all weights.",
     MATH(I("time") EQUALS I("s") SUP(I("T"), I("e")) O(",") "<mspace width=\"1em\"/>" I("memory") EQUALS I("a") O("+")
              I("b") I("T") O("+") I("c") SUP(I("T"), N("2"))),
     "Variants were timed at each size several times, all in random order. The curve s T<sup>e</sup> was fitted "
     "from T = 512 on; shorter sequences pay for the call itself. Memory is counted, not measured: queries, keys, "
     "values, output and workspace.",
     "Another machine: its rates. A window or a causal mask: fewer pairs."},
    {"claims", "Is what tutorials say true?",
     "A statement that can be tested should be tested. Each of these statements was computed here, and its verdict is "
     "a comparison of numbers.",
     "",
     "A statement holds if the numbers are within what rounding or chance allows. It holds approximately if they are "
     "near, or only under a condition that the line below it names. Otherwise it is false as stated, and that line "
     "says what is true.",
     "Another seed: claims 1 to 3 are judged by intervals that hold the truth in 99% of runs; other random figures "
     "are compared with thresholds."},
};

const story *story_of(const char *of) {
  for (size_t n = 0; n < sizeof stories / sizeof stories[0]; n++)
    if (strcmp(stories[n].of, of) == 0) return &stories[n];
  return NULL;
}
