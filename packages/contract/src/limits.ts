import * as z from 'zod'

const MiB = 1024 * 1024

const ms = (fallback: number, meaning: string) =>
  z.coerce.number().int().positive().default(fallback).describe(meaning)
const count = (fallback: number, meaning: string) =>
  z.coerce.number().int().nonnegative().default(fallback).describe(meaning)
const bytes = count
/** Without any, nothing would ever run. */
const atLeastOne = ms

/** Every constant and limit of the product. Each is settable as `LATHE_<NAME_IN_CAPITALS>`. */
export const Limits = z.strictObject({
  providerTimeoutMs: ms(600_000, 'longest wait for a provider to answer'),
  providerIdleMs: ms(60_000, "longest silence in a provider's stream"),
  providerRetries: count(2, 'tries after the first one of a provider call'),
  providerMaxBackoffMs: ms(8_000, 'longest wait between tries'),
  providerMaxRetryAfterMs: ms(60_000, 'longest Retry-After that is honoured'),
  providerResponseBytes: bytes(64 * MiB, 'largest answer of a provider that is read'),
  toolTimeoutMs: ms(60_000, 'longest wait for a tool request'),
  toolRetries: count(2, 'tries after the first one of a tool request'),
  toolResponseBytes: bytes(2 * MiB, 'largest answer a tool request may read'),
  mediaBytes: bytes(
    25 * MiB,
    'largest sound or picture a tool takes or gives, and largest dictation',
  ),
  documentBytes: bytes(20 * MiB, 'largest document a collection takes'),
  datasetBytes: bytes(128 * MiB, 'largest file of examples a dataset takes'),
  documentReadMs: ms(60_000, 'longest time a document may take to be read'),
  codeTimeoutMs: ms(1_000, 'time a code node or code tool may take'),
  codeMemoryBytes: bytes(64 * MiB, 'memory a code node or code tool may take'),
  expressionTimeoutMs: ms(50, 'time an expression may take'),
  runSteps: atLeastOne(50, 'supersteps a run may take'),
  runTimeoutMs: ms(1_800_000, 'wall clock a run may take'),
  runAttempts: atLeastOne(3, 'attempts at a run whose process dies, the first one included'),
  runLeaseMs: ms(15_000, 'silence after which a run counts as abandoned'),
  runsAtOnce: atLeastOne(32, 'runs executing at once in this process'),
  runsQueued: count(1_000, 'runs waiting before new ones are refused'),
  runBytes: bytes(
    256 * MiB,
    'memory that executing runs may hold, as estimated, before others have to wait',
  ),
  requestBytes: bytes(32 * MiB, 'largest request body, after decompression'),
  readingBytes: bytes(
    192 * MiB,
    'request bodies held in memory before further requests are rejected; dataset files have a second budget of this size',
  ),
  requestJsonDepth: count(100, 'deepest nesting of a JSON request'),
  ingestBytes: bytes(48 * MiB, 'largest body of traces sent in, after decompression'),
  ingestQueueBytes: bytes(64 * MiB, 'traces received and not yet written, before more are refused'),
  importBytes: bytes(2048 * MiB, 'largest file of traces, after decompression'),
  capsuleBytes: bytes(128 * MiB, 'largest capsule that is taken in'),
  ingestParts: atLeastOne(50_000, 'parts a multipart body of traces may have'),
  drainMs: ms(10_000, 'time runs get to reach a checkpoint when the server stops'),
})
export type Limits = z.infer<typeof Limits>
