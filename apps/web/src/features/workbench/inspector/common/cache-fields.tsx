import type { GraphNode } from '@lathe/contract'
import { Switch } from '@mantine/core'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { DurationField } from '../fields/duration-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'

type Cache = GraphNode['cache']

type CacheFieldsProps = {
  value: Cache
  onChange: (value: Cache, field?: string) => void
}

const FIRST = { ttlSeconds: 3_600 }

/** Whether the same input gives the answer of the time before. */
export function CacheFields({ value: cache, onChange }: CacheFieldsProps) {
  return (
    <>
      <Switch
        label="Remember results"
        checked={cache !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST : undefined)}
      />
      {cache && (
        <>
          <DurationField
            field="cache.ttlSeconds"
            label="For"
            value={cache.ttlSeconds * 1_000}
            onChange={(ms) => {
              const ttlSeconds = Math.max(1, Math.round((ms ?? 0) / 1_000))
              onChange({ ...cache, ttlSeconds }, 'cache.ttlSeconds')
            }}
          />
          <CodeTextField
            field="cache.key"
            label="Key"
            description="Two inputs of one key count as the same; empty means the whole input."
            kind="expression"
            value={cache.key ?? ''}
            onChange={(key) =>
              onChange(setOrDrop(cache, 'key', key === '' ? undefined : key), 'cache.key')
            }
          />
        </>
      )}
    </>
  )
}
