"""Attention in NumPy whose steps can be replaced, one fault at a time.

    out = softmax(scale q k^T, capped, + bias, over the visible keys and the sink) v,    in float32

`FAULTS` are bugs of the zoo, under the names that `attest zoo` lists them by, and `PLAIN` the nine textbook bugs of
tests/kernels/plain.c, for a kernel with causal, kv_len, scale and grouped heads; each with the cause that a report is
to name.
"""

import numpy as np

LOWEST = np.finfo(np.float32).min


class Kernel:
    """The right one. All arrays are batch x heads x queries x keys, or broadcast to that."""

    def __call__(self, q, k, v, *, causal=None, window=None, diagonal=None, mask=None, bias=None, kv_len=None,
                 scale=None, softcap=None, sinks=None):  # fmt: skip
        self.q, self.k, self.v = (x.astype(np.float32) for x in (q, k, v))
        self.batch, self.heads, self.queries, self.d_k = q.shape
        self.kv_heads, self.keys = k.shape[1:3]
        self.causal, self.window, self.mask, self.bias = causal, window, mask, bias
        self.alignment = diagonal if causal is None else causal
        self.scale, self.softcap = scale, softcap
        self.sinks = None if sinks is None else np.asarray(sinks, np.float32)[None, :, None, None]
        self.kv_len = np.full(self.batch, self.keys) if kv_len is None else np.asarray(kv_len)
        self.i, self.j = np.arange(self.queries)[:, None], np.arange(self.keys)
        with np.errstate(all="ignore"):
            out, lse = self.attend()
        return out.astype(q.dtype), lse[..., 0].astype(np.float32)

    # ---- what is read

    def kv_head(self):
        return np.arange(self.heads) // (self.heads // self.kv_heads)

    def head_keys(self):
        return self.k[:, self.kv_head()]

    def head_values(self):
        return self.v[:, self.kv_head()]

    # ---- what is seen

    def lengths(self):
        return self.kv_len

    def ends(self):
        return self.lengths()[:, None, None, None]

    def offset(self):
        if self.alignment == "bottom-right":
            return self.ends() - self.queries
        return 0 if self.alignment in (None, "top-left") else self.alignment

    def place(self):
        """Where each query stands among the keys."""
        return self.i + self.offset()

    def below_diagonal(self):
        return True if self.causal is None else self.j <= self.place()

    def sides(self):
        return self.window

    def in_window(self):
        if self.window is None:
            return True
        left, right = self.sides()
        near = True if left is None else self.j >= self.place() - left
        return near if right is None else near & (self.j <= self.place() + right)

    def unmasked(self):
        return True if self.mask is None else self.mask

    def unbiased(self):
        return True if self.bias is None else self.bias > -np.inf

    def visible(self):
        seen = self.below_diagonal() & self.in_window() & (self.j < self.ends()) & self.unmasked() & self.unbiased()
        return np.broadcast_to(seen, (self.batch, self.heads, self.queries, self.keys))

    # ---- scores

    def default_scale(self):
        return 1 / np.sqrt(self.d_k)

    def factor(self):
        return np.float32(self.default_scale() if self.scale is None else self.scale)

    def products(self):
        return self.q @ self.head_keys().swapaxes(-1, -2)

    def capped(self, s):
        return s if self.softcap is None else np.float32(self.softcap) * np.tanh(s / np.float32(self.softcap))

    def biased(self, s):
        return s if self.bias is None else s + self.bias

    def scores(self):
        return self.biased(self.capped(self.factor() * self.products()))

    def hide(self, s, seen):
        return np.where(seen, s, -np.inf)

    # ---- softmax

    def sink_scores(self):
        return self.sinks

    def highest(self, s):
        top = s.max(-1, keepdims=True, initial=-np.inf)
        return top if self.sinks is None else np.maximum(top, self.sink_scores())

    def shift(self, top):
        return np.where(np.isneginf(top), 0, top)

    def sink_weight(self, top):
        return 0 if self.sinks is None else np.exp(self.sink_scores() - top)

    def counted(self, p):
        """The part of the denominator that the keys make."""
        return p.sum(-1, keepdims=True)

    def normal(self, x, total, seen):
        return np.where(total == 0, 0, x / total)

    def values_of(self, p):
        """A value is selected, not multiplied by a weight of 0."""
        v, seen = self.head_values(), self.seen
        hidden = ~(seen.any(-2)[..., None] & np.ones(v.shape, bool))
        return p @ np.where(hidden, 0, v)

    def log_sum(self, top, total):
        return top + np.log(total)

    def attend(self):
        self.seen = seen = self.visible()
        s = self.hide(self.scores(), seen)
        top = self.shift(self.highest(s))
        p = np.exp(s - top)
        total = self.counted(p) + self.sink_weight(top)
        lse = self.log_sum(top, total)
        return self.normal(self.values_of(p), total, seen), lse


# ---- faults of the zoo

FAULTS = {}


def fault(name, cause):
    def keep(kernel):
        FAULTS[name] = (kernel, cause)
        return kernel

    return keep


@fault("mask-minus-10", "mask-lowers")
class _(Kernel):
    def unmasked(self):
        return True

    def biased(self, s):
        s = super().biased(s)
        return s if self.mask is None else s - np.where(self.mask, np.float32(0), np.float32(10))


@fault("sink-not-shifted", "sink-not-shifted")
class _(Kernel):
    def sink_weight(self, top):
        return 0 if self.sinks is None else np.exp(self.sinks)


@fault("causal-top-left", "diagonal-always-0")
class _(Kernel):
    def offset(self):
        return 0


@fault("offset-reversed", "diagonal-reversed")
class _(Kernel):
    def offset(self):
        return -super().offset() if self.alignment == "bottom-right" else super().offset()


@fault("offset-ignored", "diagonal-offset-ignored")
class _(Kernel):
    def offset(self):
        return super().offset() if self.alignment == "bottom-right" else 0


@fault("always-causal", "always-causal")
class _(Kernel):
    def below_diagonal(self):
        return self.j <= self.place()


@fault("diagonal-hidden", "diagonal-hidden")
class _(Kernel):
    def below_diagonal(self):
        return True if self.causal is None else self.j < self.place()


@fault("causal-inverted", "causal-inverted")
class _(Kernel):
    def below_diagonal(self):
        return True if self.causal is None else self.j >= self.place()


@fault("causal-needs-mask", "causal-needs-mask")
class _(Kernel):
    def below_diagonal(self):
        return True if self.mask is None and self.bias is None else super().below_diagonal()


@fault("causal-lost-with-lengths", "causal-lost-with-length")
class _(Kernel):
    def below_diagonal(self):
        return True if (self.kv_len < self.keys).any() else super().below_diagonal()


@fault("window-one-more", "window-left")
class _(Kernel):
    def sides(self):
        left, right = self.window
        return (None if left is None else left + 1), right


@fault("window-one-less", "window-left")
class _(Kernel):
    def sides(self):
        left, right = self.window
        return (None if left is None else left - 1), right


@fault("window-both-sides", "window-left-twice")
class _(Kernel):
    def sides(self):
        return self.window[0], self.window[0]


@fault("window-lost-in-decode", "window-lost-in-decode")
class _(Kernel):
    def in_window(self):
        return True if self.queries == 1 else super().in_window()


@fault("mask-inverted", "mask-inverted")
class _(Kernel):
    def unmasked(self):
        return True if self.mask is None else ~self.mask


@fault("mask-of-first-head", "mask-of-head-0")
class _(Kernel):
    def unmasked(self):
        return True if self.mask is None else self.mask[:, :1]


@fault("mask-of-kv-head", "mask-of-kv-head")
class _(Kernel):
    def unmasked(self):
        return True if self.mask is None else self.mask[:, self.kv_head() % self.mask.shape[1]]


@fault("mask-ignored", "mask-ignored")
class _(Kernel):
    def unmasked(self):
        return True


@fault("mask-after-softmax", "mask-dropped-after")
class _(Kernel):
    def unmasked(self):
        return True

    def values_of(self, p):
        return super().values_of(p if self.mask is None else p * self.mask)


@fault("lengths-ignored", "lengths-ignored")
class _(Kernel):
    def ends(self):
        return np.full((self.batch, 1, 1, 1), self.keys)

    def offset(self):
        if self.alignment == "bottom-right":
            return self.kv_len[:, None, None, None] - self.queries
        return super().offset()


@fault("lengths-dropped", "length-ignored")
class _(Kernel):
    def lengths(self):
        return np.full(self.batch, self.keys)


@fault("length-of-first-batch", "length-of-first")
class _(Kernel):
    def lengths(self):
        return self.kv_len[:1].repeat(self.batch)


@fault("length-plus-one", "length-moved")
class _(Kernel):
    def ends(self):
        return np.minimum(self.kv_len + 1, self.keys)[:, None, None, None]

    def offset(self):
        if self.alignment == "bottom-right":
            return self.kv_len[:, None, None, None] - self.queries
        return super().offset()


@fault("cap-ignored", "softcap-ignored")
class _(Kernel):
    def capped(self, s):
        return s


@fault("cap-of-bias", "softcap-after-bias")
class _(Kernel):
    def scores(self):
        return self.capped(self.biased(self.factor() * self.products()))


@fault("bias-scaled", "bias-scaled")
class _(Kernel):
    def biased(self, s):
        return s if self.bias is None else s + self.factor() * self.bias


@fault("scale-reciprocal", "scale-reciprocal")
class _(Kernel):
    def factor(self):
        return 1 / super().factor()


@fault("scale-of-model", "scale-of-model")
class _(Kernel):
    def default_scale(self):
        return 1 / np.sqrt(self.heads * self.d_k)


@fault("scale-of-padded", "scale-of-padded")
class _(Kernel):
    def default_scale(self):
        return 1 / np.sqrt(-(-self.d_k // 32) * 32)


@fault("scale-lost", "scale-default")
class _(Kernel):
    def factor(self):
        return np.float32(self.default_scale())


@fault("scores-in-f16", "scores-in-f16")
class _(Kernel):
    def scores(self):
        return super().scores().astype(np.float16).astype(np.float32)


@fault("kv-head-tiled", "kv-head-mod")
class _(Kernel):
    def kv_head(self):
        return np.arange(self.heads) % self.kv_heads


@fault("kv-head-by-count", "kv-head-by-count")
class _(Kernel):
    def kv_head(self):
        return np.arange(self.heads) // self.kv_heads % self.kv_heads


@fault("sink-of-next-head", "sink-of-next")
class _(Kernel):
    def sink_scores(self):
        return np.roll(self.sinks, -1, 1)


@fault("sink-dropped", "sink-ignored")
class _(Kernel):
    def sink_weight(self, top):
        return 0


@fault("lse-base-2", "lse-base-2")
class _(Kernel):
    def log_sum(self, top, total):
        return super().log_sum(top, total) / np.float32(np.log(2))


@fault("lse-times-log-2", "lse-times-log-2")
class _(Kernel):
    def log_sum(self, top, total):
        return super().log_sum(top, total) * np.float32(np.log(2))


# ---- the nine textbook bugs


class NoMaximum(Kernel):
    def shift(self, top):
        return np.float32(0)


class MaximumFromZero(Kernel):
    def shift(self, top):
        return np.maximum(top, 0)


class HeadModulo(Kernel):
    def kv_head(self):
        return np.arange(self.heads) % self.kv_heads


class ScaleIgnored(Kernel):
    def factor(self):
        return np.float32(self.default_scale())


class StridesIgnored(Kernel):
    """Reads the memory of q, k and v as if it were contiguous."""

    def __call__(self, q, k, v, **options):
        return super().__call__(*(memory_of(x) for x in (q, k, v)), **options)


class TopLeft(Kernel):
    def offset(self):
        return 0 if self.alignment == "bottom-right" else super().offset()


class OffsetOfKeys(Kernel):
    def offset(self):
        return self.keys - self.queries if self.alignment == "bottom-right" else super().offset()


class OneTooFar(Kernel):
    def below_diagonal(self):
        return True if self.causal is None else self.j <= self.place() + 1


class LengthOfFirstBatch(Kernel):
    def lengths(self):
        return self.kv_len[:1].repeat(self.batch)


def memory_of(x):
    """The elements behind an array's pointer, in its shape; 0 for what lies behind the array's own."""
    reach = sum((n - 1) * s for n, s in zip(x.shape, x.strides)) // x.itemsize + 1 if x.size else 0
    flat = np.zeros(x.size, x.dtype)
    flat[:reach] = np.lib.stride_tricks.as_strided(x, (reach,), (x.itemsize,))[: x.size]
    return flat.reshape(x.shape)


PLAIN = {
    NoMaximum: "max-none",
    MaximumFromZero: "max-from-0",
    ScaleIgnored: "scale-default",
    StridesIgnored: "strides-ignored",
    HeadModulo: "kv-head-mod",
    TopLeft: "diagonal-top-left",
    OffsetOfKeys: "diagonal-of-tensor",
    OneTooFar: "diagonal-moved",
    LengthOfFirstBatch: "length-of-first",
}


def plain(kernel):
    """The kernel with the options that its authors thought of."""
    run = kernel()

    def attention(q, k, v, *, causal=None, kv_len=None, scale=None):
        return run(q, k, v, causal=causal, kv_len=kv_len, scale=scale)[0]

    attention.__name__ = kernel.__name__
    return attention
