import type { McpServerDraft } from '@lathe/contract'
import { TextInput } from '@mantine/core'
import { fromPairRows, type PairRow, PairRows, toPairRows } from '../../../ui/fields/pair-rows.tsx'
import { PrivateNetworkField } from '../../../ui/fields/private-network-field.tsx'
import { isMasked, parseOrigin } from '../tool-draft.ts'
import styles from '../tools.module.css'

type Settings = Omit<McpServerDraft, 'name'>

/** Values as typed, so that incomplete input is kept. */
export type ServerDraft = {
  url: string
  headers: PairRow[]
  secretHeaders: PairRow[]
  allowPrivate: boolean
}

export const newServer: ServerDraft = {
  url: 'https://',
  headers: [],
  secretHeaders: [],
  allowPrivate: false,
}

export const createServerDraft = ({
  headers,
  secretHeaders,
  ...settings
}: Settings): ServerDraft => ({
  ...settings,
  headers: toPairRows(headers),
  secretHeaders: toPairRows(secretHeaders),
})

export const toSettings = ({ url, headers, secretHeaders, allowPrivate }: ServerDraft) => ({
  url: url.trim(),
  headers: fromPairRows(headers),
  secretHeaders: fromPairRows(secretHeaders),
  allowPrivate,
})

/** Validates the form before it is sent. */
export function serverComplaints(draft: ServerDraft, savedUrl?: string): Record<string, string> {
  const origin = parseOrigin(draft.url)
  if (origin === undefined || !URL.canParse(draft.url.trim())) {
    return { url: 'An http or https address' }
  }
  const before = savedUrl === undefined ? undefined : parseOrigin(savedUrl)
  if (before === undefined || before === origin || !draft.secretHeaders.some(isMasked)) return {}
  return { secrets: `Hidden values are for ${before}: enter them again, or remove them` }
}

type ServerFieldsProps = {
  draft: ServerDraft
  problems: Partial<Record<string, string>>
  onChange: (draft: ServerDraft) => void
}

export function ServerFields({ draft, problems, onChange }: ServerFieldsProps) {
  const change = (changes: Partial<ServerDraft>) => onChange({ ...draft, ...changes })
  return (
    <>
      <TextInput
        label="Address"
        description="Streamable HTTP endpoint"
        placeholder="https://example.com/mcp"
        required
        value={draft.url}
        error={problems['url']}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <PairRows
        legend="Headers"
        itemName="header"
        placeholder="x-header"
        rows={draft.headers}
        onChange={(headers) => change({ headers })}
      />
      <PairRows
        legend="Secret headers"
        itemName="secret header"
        placeholder="authorization"
        isSecret
        rows={draft.secretHeaders}
        error={problems['secrets']}
        onChange={(secretHeaders) => change({ secretHeaders })}
      />
      <p className={styles.note}>Secrets are stored encrypted and never shown again.</p>
      <PrivateNetworkField
        description="For a server on this machine or your own network"
        checked={draft.allowPrivate}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
    </>
  )
}
