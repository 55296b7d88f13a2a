import * as z from 'zod'

const ms = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const count = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback)
const bytes = count

const MiB = 1024 * 1024

/** Every constant and limit of the product. Each is settable as `LATHE_<NAME_IN_CAPITALS>`. */
export const Limits = z.strictObject({
  providerTimeoutMs: ms(600_000),
  providerIdleMs: ms(60_000),
  providerRetries: count(2),
  providerMaxBackoffMs: ms(8_000),
  providerMaxRetryAfterMs: ms(60_000),
  toolTimeoutMs: ms(60_000),
  toolRetries: count(2),
  toolResponseBytes: bytes(2 * MiB),
  codeTimeoutMs: ms(1_000),
  codeMemoryBytes: bytes(64 * MiB),
  expressionTimeoutMs: ms(50),
  runSteps: count(50),
  runTimeoutMs: ms(1_800_000),
  runAttempts: count(3),
  runLeaseMs: ms(15_000),
  runsAtOnce: count(16),
  runsQueued: count(1_000),
  requestBytes: bytes(32 * MiB),
  requestJsonDepth: count(100),
  spanInlineBytes: bytes(1 * MiB),
  previewBytes: bytes(20_000),
  ingestQueueBytes: bytes(64 * MiB),
  retentionDays: count(30),
  retentionBytes: bytes(20 * 1024 * MiB),
  drainMs: ms(10_000),
})
export type Limits = z.infer<typeof Limits>
