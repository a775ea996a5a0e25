"""Traces: a span of OpenTelemetry for each request, where the environment names a place for them.

They need the extra `traces`. The variables are those of OpenTelemetry's own specification.
"""

import os

from flask import Flask

ASKING = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Variables of which one names a place for traces."""
_WATCHED = "healthz,readyz,metrics"
"""Paths that machines ask every few seconds: they have no spans unless a variable says so."""


def are_asked_for() -> bool:
    """Whether the environment names a place for traces."""
    return any(os.environ.get(name) for name in ASKING)


def trace(app: Flask) -> None:
    """Send a span for each request of an app, named after its path's pattern.

    Raises:
        ImportError: The extra `traces` is not installed.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )
    from opentelemetry.instrumentation.flask import FlaskInstrumentor  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    os.environ.setdefault("OTEL_SERVICE_NAME", "theodolite")
    # Milliseconds. A worker ends by its signal and sends nothing more: it loses the last second.
    os.environ.setdefault("OTEL_BSP_SCHEDULE_DELAY", "1000")
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    excluded = os.environ.get("OTEL_PYTHON_FLASK_EXCLUDED_URLS", _WATCHED)
    FlaskInstrumentor().instrument_app(app, tracer_provider=provider, excluded_urls=excluded)  # type: ignore[no-untyped-call]
