FROM python:3.13-slim AS build
COPY . /khand
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /khand

FROM python:3.13-slim
# such as [files] for PDF and Office, [mcp] for the server of tools
ARG EXTRAS=""
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(echo /wheels/khand-*.whl)$EXTRAS" \
    && useradd --uid 1000 --create-home khand
USER 1000
WORKDIR /documents
ENTRYPOINT ["khand"]
CMD ["--help"]
