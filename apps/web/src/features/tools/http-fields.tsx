import type { Effect } from '@lathe/contract'
import { Input, Select, Textarea, TextInput } from '@mantine/core'
import { PrivateNetworkField } from '../../ui/fields/private-network-field.tsx'
import { PairRows } from '../../ui/fields/pair-rows.tsx'
import { JsonField } from '../../ui/schema-form/json-field.tsx'
import type { HttpDraft, HttpParts } from './tool-draft.ts'
import styles from './tools.module.css'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const BODIES = [
  { value: 'none', label: 'None' },
  { value: 'rest', label: 'Other arguments as JSON' },
  { value: 'json', label: 'JSON template' },
  { value: 'form', label: 'Other arguments as a form' },
  { value: 'text', label: 'Text template' },
] as const

type HttpFieldsProps = {
  config: HttpDraft
  errors: {
    url: string | undefined
    /** Error of the query, headers or body. */
    request: string | undefined
    secrets: string | undefined
  }
  /** Selecting a method may change the effect. */
  onChange: (config: HttpDraft, effect?: Effect) => void
}

export function HttpFields({ config, errors, onChange }: HttpFieldsProps) {
  const change = (changes: Partial<HttpParts>, effect?: Effect) =>
    onChange({ ...config, ...changes }, effect)
  const handleMethod = (value: string | null) => {
    const method = METHODS.find((candidate) => candidate === value) ?? 'GET'
    const isGet = method === 'GET'
    const bodyType = isGet ? 'none' : config.bodyType === 'none' ? 'rest' : config.bodyType
    change({ method, bodyType }, isGet ? 'read' : 'write')
  }
  return (
    <>
      <div className={styles.address}>
        <Select
          label="Method"
          data={[...METHODS]}
          value={config.method}
          allowDeselect={false}
          onChange={handleMethod}
        />
        <TextInput
          label="Address"
          description="{{name}} inserts an argument"
          required
          value={config.url}
          error={errors.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
      </div>
      <PairRows
        legend="Query"
        itemName="parameter"
        rows={config.query}
        onChange={(query) => change({ query })}
      />
      {config.method !== 'GET' && (
        <Select
          label="Body"
          data={[...BODIES]}
          value={config.bodyType}
          allowDeselect={false}
          onChange={(selected) => {
            const body = BODIES.find(({ value }) => value === selected)
            if (body) change({ bodyType: body.value })
          }}
        />
      )}
      {config.method !== 'GET' && config.bodyType === 'json' && (
        <JsonField
          label="Body as JSON"
          description="A value that is only {{name}} keeps the argument’s type"
          shape="any"
          value={config.bodyValue}
          onInput={(input) => {
            if ('value' in input) change({ bodyValue: input.value ?? null })
          }}
        />
      )}
      {config.method !== 'GET' && config.bodyType === 'text' && (
        <>
          <TextInput
            label="Content type"
            value={config.contentType}
            onChange={(event) => change({ contentType: event.currentTarget.value })}
          />
          <Textarea
            label="Body as text"
            description="{{name}} inserts an argument"
            autosize
            minRows={2}
            value={config.bodyText}
            onChange={(event) => change({ bodyText: event.currentTarget.value })}
          />
        </>
      )}
      <PairRows
        legend="Headers"
        itemName="header"
        placeholder="x-header"
        rows={config.headers}
        onChange={(headers) => change({ headers })}
      />
      <PairRows
        legend="Secret headers"
        itemName="secret header"
        placeholder="authorization"
        isSecret
        rows={config.secretHeaders}
        error={errors.secrets}
        onChange={(secretHeaders) => change({ secretHeaders })}
      />
      <PairRows
        legend="Secret query parameters"
        itemName="secret parameter"
        placeholder="api_key"
        isSecret
        rows={config.secretQuery}
        onChange={(secretQuery) => change({ secretQuery })}
      />
      {errors.request !== undefined && <Input.Error>{errors.request}</Input.Error>}
      <p className={styles.note}>Secrets are stored encrypted and never shown again.</p>
      <PrivateNetworkField
        description="For a service on this machine or your own network"
        checked={config.allowPrivate}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
    </>
  )
}
