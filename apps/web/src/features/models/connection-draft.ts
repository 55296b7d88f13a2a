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

export function draftOf(connection: Connection): ConnectionDraft {
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

const orNull = (value: number | '') => (value === '' ? null : value)

/** Builds the request body. An empty number means the workspace's limit. */
export function bodyOf({ key, headers, ...draft }: ConnectionDraft) {
  return {
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim(),
    defaultHeaders: fromPairRows(headers),
    timeoutMs: orNull(draft.timeoutMs),
    maxRetries: orNull(draft.maxRetries),
    concurrency: orNull(draft.concurrency),
    requestsPerMinute: orNull(draft.requestsPerMinute),
    tokensPerMinute: orNull(draft.tokensPerMinute),
    kind: draft.kind,
    apiVersion: draft.apiVersion.trim() || null,
    allowPrivate: draft.allowPrivate,
    ...(key !== undefined && { key }),
  }
}

type Complaints = Partial<Record<'name' | 'baseUrl' | 'apiVersion' | 'key' | 'headers', string>>

/** The stored connection. Secrets are bound to the host they were entered for. */
type Stored = { baseUrl: string; hasKey: boolean }

/** Validates the form before it is sent. */
export function complaintsOf(draft: ConnectionDraft, stored?: Stored): Complaints {
  const complaints: Complaints = {}
  if (!ConnectionName.safeParse(draft.name.trim()).success) {
    complaints.name = 'Lower-case letters, digits and dashes, at most 64'
  }
  if (draft.kind === 'azure-openai' && draft.apiVersion.trim() === '') {
    complaints.apiVersion = 'Azure requires an API version, such as 2024-10-21'
  }
  const address = urlOf(draft.baseUrl)
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    complaints.baseUrl = 'An http or https address, such as https://api.openai.com/v1'
    return complaints
  }
  const before = stored && urlOf(stored.baseUrl)
  if (!before || before.origin === address.origin) return complaints
  if (stored.hasKey && draft.key === undefined) {
    complaints.key = `The stored key is for ${before.origin}: enter it again, or remove it`
  }
  if (draft.headers.some(({ value }) => value === HEADER_MASK)) {
    complaints.headers = `Hidden values are for ${before.origin}: enter them again, or remove them`
  }
  return complaints
}

const urlOf = (text: string): URL | null => URL.parse(text.trim())
