"""As much of PyTorch, on NumPy, as the reference implementations of exported definitions use."""

import types

import numpy as np


class Tensor(np.ndarray):
    device = "cpu"

    def double(self):
        return self.astype(np.float64)

    def to(self, dtype):
        return self.astype(dtype)

    def contiguous(self):
        return self.copy()

    def transpose(self, a, b):
        return self.swapaxes(a, b)

    def repeat_interleave(self, times, dim):
        return self.repeat(times, dim)

    def masked_fill(self, mask, value):
        return np.where(mask, value, self).view(Tensor)

    def amax(self, dim, keepdim):
        return self.max(dim, keepdims=keepdim)

    def sum(self, dim, keepdim):
        return np.sum(self.view(np.ndarray), dim, keepdims=keepdim).view(Tensor)

    def any(self, dim, keepdim=False):
        return np.any(self.view(np.ndarray), dim, keepdims=keepdim).view(Tensor)

    def all(self, dim):
        return np.all(self.view(np.ndarray), dim).view(Tensor)


torch = types.ModuleType("torch")
torch.bool = np.bool_
torch.exp, torch.tanh, torch.maximum, torch.isfinite = np.exp, np.tanh, np.maximum, np.isfinite
torch.where = np.where
torch.arange = lambda n, device: np.arange(n).view(Tensor)
torch.ones_like = lambda x, dtype: np.ones_like(x, dtype=dtype)
torch.nonzero = lambda x: np.argwhere(x)
