/** Constant, and whole: Python's client sends nothing at all when a part of `batch_ingest_config` is missing. */
export const info = (ingestBytes: number) => ({
  version: '0.18.0',
  instance_flags: {
    gzip_body_enabled: true,
    zstd_compression_enabled: true,
    dataset_examples_multipart_enabled: true,
    ch_query_enabled: true,
    sdb_query_enabled: false,
  },
  batch_ingest_config: {
    use_multipart_endpoint: true,
    size_limit: 100,
    size_limit_bytes: Math.min(20_971_520, ingestBytes),
    scale_up_nthreads_limit: 16,
    scale_up_qsize_trigger: 1_000,
    scale_down_nempty_trigger: 4,
  },
})
