import * as z from 'zod'

const MiB = 1024 * 1024

const ms = (fallback: number, meaning: string) =>
  z.coerce.number().int().positive().default(fallback).describe(meaning)
const count = (fallback: number, meaning: string) =>
  z.coerce.number().int().nonnegative().default(fallback).describe(meaning)
const bytes = count
/** 0 would prevent every run. */
const atLeastOne = ms

/** Every constant and limit of the product. Each can be set as `LATHE_<NAME_IN_CAPITALS>`. */
export const Limits = z.strictObject({
  providerTimeoutMs: ms(600_000, 'Timeout of a provider request.'),
  providerIdleMs: ms(60_000, "Idle timeout of a provider's stream."),
  providerRetries: count(2, 'Retries of a provider request.'),
  providerMaxBackoffMs: ms(8_000, 'Maximum backoff between retries.'),
  providerMaxRetryAfterMs: ms(60_000, 'Maximum `Retry-After` that is honoured.'),
  providerResponseBytes: bytes(64 * MiB, "Maximum size of a provider's response."),
  toolTimeoutMs: ms(60_000, 'Timeout of a tool request.'),
  toolRetries: count(2, 'Retries of a tool request.'),
  toolResponseBytes: bytes(2 * MiB, "Maximum size of a tool's response."),
  mediaBytes: bytes(
    25 * MiB,
    'Maximum size of audio or an image that a tool receives or returns, and of a dictation.',
  ),
  documentBytes: bytes(20 * MiB, 'Maximum size of a knowledge document.'),
  datasetBytes: bytes(128 * MiB, 'Maximum size of an imported dataset file.'),
  documentReadMs: ms(60_000, 'Timeout for parsing a knowledge document.'),
  codeTimeoutMs: ms(1_000, 'CPU time limit of a code node or code tool.'),
  codeMemoryBytes: bytes(64 * MiB, 'Memory limit of a code node or code tool.'),
  expressionTimeoutMs: ms(50, 'CPU time limit of an expression.'),
  runSteps: atLeastOne(50, 'Maximum supersteps of a run.'),
  runTimeoutMs: ms(1_800_000, 'Maximum wall-clock time of a run.'),
  runAttempts: atLeastOne(3, 'Maximum attempts of a run whose process dies, including the first.'),
  runLeaseMs: ms(15_000, 'Lease of a run. A run without a heartbeat for this long is abandoned.'),
  runsAtOnce: atLeastOne(32, 'Maximum concurrent runs of this process.'),
  runsQueued: count(1_000, 'Maximum queued runs before new ones are rejected with 429.'),
  runBytes: bytes(
    256 * MiB,
    'Estimated memory of executing runs above which no further run is claimed.',
  ),
  requestBytes: bytes(32 * MiB, 'Maximum decompressed size of a request body.'),
  readingBytes: bytes(
    192 * MiB,
    'Maximum memory for request bodies before further requests are rejected. Dataset files have a second budget of this size.',
  ),
  requestJsonDepth: count(100, 'Maximum nesting depth of a JSON request.'),
  ingestBytes: bytes(48 * MiB, 'Maximum decompressed size of an ingest request.'),
  ingestQueueBytes: bytes(
    64 * MiB,
    'Maximum size of ingest batches waiting for the database before further requests are rejected with 429.',
  ),
  importBytes: bytes(2048 * MiB, 'Maximum decompressed size of an imported trace file.'),
  capsuleBytes: bytes(128 * MiB, 'Maximum size of an imported capsule.'),
  ingestParts: atLeastOne(50_000, 'Maximum parts of a multipart ingest request.'),
  drainMs: ms(10_000, 'Time for runs to reach a checkpoint when the server stops.'),
})
export type Limits = z.infer<typeof Limits>
