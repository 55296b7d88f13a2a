import { type Connection, type ConnectionKind, ConnectionName, HEADER_MASK } from '@lathe/contract'
import { fromPairRows, type PairRow, toPairRows } from '../../ui/fields/pair-rows.tsx'
import type { Preset } from './presets.ts'

/** Form values as typed, so that incomplete input is kept. */
export type ConnectionDraft = {
  name: string
  baseUrl: string
  /** Undefined keeps the stored key, null removes it. */
  key: string | null | undefined
  headers: PairRow[]
  timeoutMs: number | ''
  maxRetries: number | ''
  concurrency: number | ''
  requestsPerMinute: number | ''
  tokensPerMinute: number | ''
  kind: ConnectionKind
  apiVersion: string
  allowPrivate: boolean
}

export function createDraft(connection: Connection): ConnectionDraft {
  return {
    name: connection.name,
    baseUrl: connection.baseUrl,
    key: undefined,
    headers: toPairRows(connection.defaultHeaders),
    timeoutMs: connection.timeoutMs ?? '',
    maxRetries: connection.maxRetries ?? '',
    concurrency: connection.concurrency ?? '',
    requestsPerMinute: connection.requestsPerMinute ?? '',
    tokensPerMinute: connection.tokensPerMinute ?? '',
    kind: connection.kind,
    apiVersion: connection.apiVersion ?? '',
    allowPrivate: connection.allowPrivate,
  }
}

export function draftFrom(preset: Preset | undefined): ConnectionDraft {
  return {
    name: preset?.name ?? '',
    baseUrl: preset?.baseUrl ?? '',
    key: undefined,
    headers: [],
    timeoutMs: '',
    maxRetries: '',
    concurrency: '',
    requestsPerMinute: '',
    tokensPerMinute: '',
    kind: preset?.kind ?? 'openai-compatible',
    apiVersion: preset?.apiVersion ?? '',
    allowPrivate: preset?.allowPrivate ?? false,
  }
}

const emptyToNull = (value: number | '') => (value === '' ? null : value)

/** Builds the request body. An empty number means the workspace's limit. */
export function toRequest({ key, headers, ...draft }: ConnectionDraft) {
  return {
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim(),
    defaultHeaders: fromPairRows(headers),
    timeoutMs: emptyToNull(draft.timeoutMs),
    maxRetries: emptyToNull(draft.maxRetries),
    concurrency: emptyToNull(draft.concurrency),
    requestsPerMinute: emptyToNull(draft.requestsPerMinute),
    tokensPerMinute: emptyToNull(draft.tokensPerMinute),
    kind: draft.kind,
    apiVersion: draft.apiVersion.trim() || null,
    allowPrivate: draft.allowPrivate,
    ...(key !== undefined && { key }),
  }
}

type FieldProblems = Partial<Record<'name' | 'baseUrl' | 'apiVersion' | 'key' | 'headers', string>>

/** The stored connection. Secrets are bound to the host they were entered for. */
type SavedConnection = { baseUrl: string; hasKey: boolean }

/** Validates the form before it is sent. */
export function findProblems(
  draft: ConnectionDraft,
  savedConnection?: SavedConnection,
): FieldProblems {
  const problems: FieldProblems = {}
  if (!ConnectionName.safeParse(draft.name.trim()).success) {
    problems.name = 'Lower-case letters, digits and dashes, at most 64'
  }
  if (draft.kind === 'azure-openai' && draft.apiVersion.trim() === '') {
    problems.apiVersion = 'Azure requires an API version, such as 2024-10-21'
  }
  const address = parseUrl(draft.baseUrl)
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    problems.baseUrl = 'An http or https address, such as https://api.openai.com/v1'
    return problems
  }
  const before = savedConnection && parseUrl(savedConnection.baseUrl)
  if (!before || before.origin === address.origin) return problems
  if (savedConnection.hasKey && draft.key === undefined) {
    problems.key = `The stored key is for ${before.origin}: enter it again, or remove it`
  }
  if (draft.headers.some(({ value }) => value === HEADER_MASK)) {
    problems.headers = `Hidden values are for ${before.origin}: enter them again, or remove them`
  }
  return problems
}

const parseUrl = (text: string): URL | null => URL.parse(text.trim())
