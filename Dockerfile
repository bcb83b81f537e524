FROM python:3.11-slim

ENV PYTHONPATH=/app PYTHONUNBUFFERED=1
WORKDIR /app
RUN useradd --system --uid 10001 --no-create-home ledgerdemain && install -d -o ledgerdemain /data

COPY requirements/run.lock requirements/
RUN pip install --quiet --no-cache-dir --require-hashes --no-deps --only-binary :all: -r requirements/run.lock
COPY domain domain
COPY ledger ledger
COPY projections projections
COPY replay replay
COPY bots bots
COPY api api
COPY cli cli
RUN python -m compileall -q .

USER ledgerdemain
VOLUME /data
ENV LEDGERDEMAIN_STORE=sqlite:/data/ledger.db
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["python", "-P", "-m", "cli", "serve", "--host", "0.0.0.0", "--port", "8000"]
