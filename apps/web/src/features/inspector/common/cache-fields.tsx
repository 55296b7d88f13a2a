import { Switch } from '@mantine/core'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { DurationField } from '../fields/duration-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import type { KindEditorProps } from '../kind-editor.tsx'

const FIRST = { ttlSeconds: 3_600 }

/** Whether the same input gives the answer of the time before. */
export function CacheFields({ node, onChange }: Omit<KindEditorProps, 'id'>) {
  const { cache } = node
  return (
    <>
      <Switch
        label="Remember results"
        checked={cache !== undefined}
        onChange={({ currentTarget }) =>
          onChange(setOrDrop(node, 'cache', currentTarget.checked ? FIRST : undefined), 'cache')
        }
      />
      {cache && (
        <>
          <DurationField
            field="cache.ttlSeconds"
            label="For"
            value={cache.ttlSeconds * 1_000}
            onChange={(ms) => {
              const ttlSeconds = Math.max(1, Math.round((ms ?? 0) / 1_000))
              onChange({ ...node, cache: { ...cache, ttlSeconds } }, 'cache.ttlSeconds')
            }}
          />
          <CodeTextField
            field="cache.key"
            label="Key"
            description="Two inputs of one key count as the same; empty means the whole input."
            kind="expression"
            value={cache.key ?? ''}
            onChange={(key) =>
              onChange(
                { ...node, cache: setOrDrop(cache, 'key', key === '' ? undefined : key) },
                'cache.key',
              )
            }
          />
        </>
      )}
    </>
  )
}
