import { Button } from '@mantine/core'
import type { Prompt } from '@lathe/contract'
import styles from '../inspector.module.css'

type RegistryPromptProps = {
  prompt: Extract<Prompt, { name: string }>
  onChange: (prompt: Prompt) => void
}

/** A prompt kept under a name elsewhere: it is shown, and can be replaced by one of the node's own. */
export function RegistryPrompt({ prompt, onChange }: RegistryPromptProps) {
  const which = prompt.version ? `version ${prompt.version}` : (prompt.label ?? 'production')
  return (
    <>
      <p className={styles.hint}>
        Prompt <code>{prompt.name}</code>, {which}.
      </p>
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange({ messages: [{ role: 'system', text: '' }] })}
      >
        Write one here instead
      </Button>
    </>
  )
}
