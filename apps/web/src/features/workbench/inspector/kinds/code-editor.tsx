import { useMemo } from 'react'
import { parseScript } from '@lathe/graph'
import { Button } from '@mantine/core'
import type { EditorProps } from '../use-member.ts'
import { ChannelsField } from '../fields/channel-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import styles from '../inspector.module.css'
import { Section } from '../section.tsx'

/** A JavaScript function of the state that returns the channels to write. */
export function CodeNodeEditor({ node, onChange }: EditorProps<'code'>) {
  const returned = useMemo(
    () => [...new Set(parseScript(node.code, 'code').returns?.map(({ name }) => name))],
    [node.code],
  )
  const missing = returned.filter((name) => !node.writes.includes(name))

  return (
    <Section title="Code">
      <CodeTextField
        field="code"
        label="Function body"
        description={
          <>
            The channels are variables, and members of <code>state</code>. Return an object with the
            channels to write.
          </>
        }
        kind="code"
        value={node.code}
        onChange={(code) => onChange({ ...node, code }, 'code')}
      />
      <ChannelsField
        field="writes"
        label="Writes"
        placeholder="No channel"
        value={node.writes}
        onChange={(writes) => onChange({ ...node, writes }, 'writes')}
      />
      {missing.length > 0 && (
        <p className={styles.hint}>
          The code also returns {missing.join(', ')}.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange({ ...node, writes: [...node.writes, ...missing] }, 'writes')}
          >
            Declare
          </Button>
        </p>
      )}
    </Section>
  )
}
