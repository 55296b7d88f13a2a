import { hasUsage, type ListedTrace, untoldAudio } from '@lathe/contract'
import { metadataKey, metadataValue, toIso, unknownCalls } from '@lathe/traces'
import { type CsvCell, csvLine } from '../../platform/http/csv.ts'

type Cell = (trace: ListedTrace) => CsvCell

/** Empty for a trace none of whose calls told its usage. */
function told(cell: Cell): Cell {
  return (trace) => (hasUsage(trace.usage) ? cell(trace) : null)
}

/** Programs may tell what a call cost, and not its tokens. */
function charged(cell: Cell): Cell {
  return (trace) => (trace.pricedCost > 0 ? cell(trace) : told(cell)(trace))
}

const COLUMNS: Record<string, Cell> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  name: ({ name }) => name,
  status: ({ status }) => status,
  agent: ({ agentSlug }) => agentSlug,
  comparison: ({ comparison }) => comparison,
  version: ({ version }) => version,
  project: ({ project }) => project,
  source: ({ source }) => source,
  thread: ({ threadId }) => threadId,
  started_at: ({ startedAt }) => toIso(startedAt),
  environment: ({ environment }) => environment,
  duration_ms: ({ startedAt, endedAt }) => millis(startedAt, endedAt),
  active_ms: ({ activeMs }) => activeMs,
  waiting_ms: ({ waitingMs }) => waitingMs,
  first_token_ms: ({ firstTokenMs }) => firstTokenMs,
  spans: ({ spanCount }) => spanCount,
  // Tokens and costs are empty where they are not known, which is not 0.
  tokens_in: told(({ usage }) => usage.input),
  tokens_out: told(({ usage }) => usage.output),
  tokens_cached: told(({ usage }) => usage.cachedRead),
  tokens_cached_audio: told(({ usage }) => usage.audioCached ?? null),
  tokens_cache_written: told(({ usage }) => usage.cachedWrite),
  tokens_reasoning: told(({ usage }) => usage.reasoning),
  tokens_audio_in: told(({ usage }) => (untoldAudio(usage) > 0 ? null : (usage.audioInput ?? 0))),
  tokens_audio_out: told(({ usage }) => (untoldAudio(usage) > 0 ? null : (usage.audioOutput ?? 0))),
  cost_usd: charged(({ cost }) => (cost === null ? null : cost / 1e9)),
  cost_known_usd: charged((trace) =>
    trace.pricedCost === 0 && unknownCalls(trace) > 0 ? null : trace.pricedCost / 1e9,
  ),
  calls_unpriced: ({ unpriced }) => unpriced,
  calls_unmetered: ({ unmetered = 0 }) => unmetered,
  error: ({ error }) => error?.message ?? null,
  tags: ({ tags }) => tags.join(' '),
  metadata: ({ metadata }) =>
    Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
  feedback: ({ feedback }) => feedback.map(formatSaid).join(' '),
}

/** `thumbs:0.5`, or how often where nothing has a score. */
const formatSaid = ({ key, count, average }: ListedTrace['feedback'][number]) =>
  `${key}:${average ?? `${count}x`}`

const millis = (from: number, to: number | null) => (to === null ? null : (to - from) / 1_000)

/** With a column for each of these keys of metadata. */
export const csvHead = (keys: readonly string[]): string =>
  csvLine([...Object.keys(COLUMNS), ...keys.map(metadataKey)])

export const csvRow = (trace: ListedTrace, keys: readonly string[]): string =>
  csvLine([
    ...Object.values(COLUMNS).map((cell) => cell(trace)),
    ...keys.map((key) => metadataValue(trace.metadata, key) ?? null),
  ])
