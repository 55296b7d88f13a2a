import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PrivateNetworkField } from '../../ui/fields/private-network-field.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PairRows } from '../../ui/fields/pair-rows.tsx'
import { useCheckedForm } from '../../ui/schema-form/use-checked-form.ts'
import { findProblems, type ConnectionDraft } from './connection-draft.ts'
import styles from './models.module.css'

type ConnectionFormProps = {
  initial: ConnectionDraft
  keyHint: string | null
  /** Name and address of a built-in connection are fixed; other fields can be changed. */
  isBuiltIn?: boolean
  saveLabel: string
  isSaving: boolean
  error: unknown
  onType?: () => void
  onSave: (draft: ConnectionDraft) => void
}

export function ConnectionForm(props: ConnectionFormProps) {
  const { initial, keyHint, isBuiltIn = false, saveLabel, isSaving, error, onType, onSave } = props
  const [draft, setDraft] = useState(initial)
  const problems = findProblems(draft, { baseUrl: initial.baseUrl, hasKey: keyHint !== null })
  const change = (changes: Partial<ConnectionDraft>) => {
    onType?.()
    setDraft({ ...draft, ...changes })
  }
  const { visibleErrors, form } = useCheckedForm(problems, () => onSave(draft))

  return (
    <form className={styles.form} {...form}>
      <TextInput
        label="Name"
        description="Graphs refer to the connection by this name"
        required
        disabled={isBuiltIn}
        value={draft.name}
        error={visibleErrors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Base URL"
        required
        disabled={isBuiltIn}
        value={draft.baseUrl}
        error={visibleErrors.baseUrl}
        onChange={(event) => change({ baseUrl: event.currentTarget.value })}
      />
      {!isBuiltIn && (
        <div className={styles.pair}>
          <Select
            label="API format"
            description={
              draft.kind === 'azure-openai'
                ? 'Models are called by their deployment names'
                : 'Used by most providers'
            }
            allowDeselect={false}
            data={[
              { value: 'openai-compatible', label: 'OpenAI' },
              { value: 'azure-openai', label: 'Azure OpenAI' },
            ]}
            value={draft.kind}
            onChange={(kind) =>
              change({ kind: kind === 'azure-openai' ? kind : 'openai-compatible' })
            }
          />
          <TextInput
            label="API version"
            description="Optional; sent with every call"
            placeholder="none"
            value={draft.apiVersion}
            error={visibleErrors.apiVersion}
            onChange={(event) => change({ apiVersion: event.currentTarget.value })}
          />
        </div>
      )}
      <div className={styles.keyRow}>
        <PasswordInput
          label="Key"
          description="Stored encrypted; never shown again"
          placeholder={keyPlaceholder(keyHint, draft.key)}
          autoComplete="off"
          value={draft.key ?? ''}
          error={problems.key}
          onChange={(event) => change({ key: event.currentTarget.value || undefined })}
        />
        {keyHint !== null && draft.key !== null && (
          <Button variant="default" onClick={() => change({ key: null })}>
            Remove key
          </Button>
        )}
      </div>
      <PairRows
        legend="Headers"
        itemName="header"
        placeholder="x-header"
        rows={draft.headers}
        error={problems.headers}
        onChange={(headers) => change({ headers })}
      />
      <LimitFields draft={draft} onChange={change} />
      <PrivateNetworkField
        description={
          isLocal(draft.baseUrl) && !draft.allowPrivate
            ? 'Required: the base URL is a private or loopback address'
            : 'For providers on this machine or your own network'
        }
        checked={draft.allowPrivate}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
      {error ? <ErrorPanel action="save the connection" error={error} /> : null}
      <div>
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

/** Judges by the address alone. The server resolves host names when it connects. */
function isLocal(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  return /^(localhost|.+\.local|\[::1\]|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+)$/.test(
    host,
  )
}

function keyPlaceholder(keyHint: string | null, draftKey: string | null | undefined): string {
  if (draftKey === null) return 'will be removed'
  return keyHint === null ? 'none' : `ends in ${keyHint.replace(/^…/, '')}`
}

type LimitFieldsProps = {
  draft: ConnectionDraft
  onChange: (changes: Partial<ConnectionDraft>) => void
}

const NUMBERS = [
  { key: 'timeoutMs', label: 'Timeout, ms', placeholder: 'default', min: 1 },
  { key: 'maxRetries', label: 'Retries', placeholder: 'default', min: 0, max: 10 },
  { key: 'concurrency', label: 'Concurrent calls', placeholder: 'no limit', min: 1 },
  { key: 'requestsPerMinute', label: 'Requests per minute', placeholder: 'no limit', min: 1 },
  { key: 'tokensPerMinute', label: 'Tokens per minute', placeholder: 'no limit', min: 1 },
] as const

function LimitFields({ draft, onChange }: LimitFieldsProps) {
  return (
    <div className={styles.numbers}>
      {NUMBERS.map(({ key, ...input }) => (
        <NumberInput
          key={key}
          {...input}
          value={draft[key]}
          onChange={(value) => onChange({ [key]: typeof value === 'number' ? value : '' })}
        />
      ))}
    </div>
  )
}
