import type { RedactionRule } from '@lathe/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import styles from '../settings-page.module.css'

type RedactionRulesProps = {
  rules: readonly RedactionRule[]
  onChange: (rules: RedactionRule[]) => void
  /** Why a rule was refused, by its place. */
  problemOf: (index: number) => string | undefined
}

/** Regular expressions, and what stands in their matches' place. */
export function RedactionRules({ rules, onChange, problemOf }: RedactionRulesProps) {
  const change = (index: number, changes: Partial<RedactionRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)))
  return (
    <>
      <p className={styles.hint}>Rules apply to all text in a trace.</p>
      {rules.map((rule, index) => (
        // Rules have no identity but their place.
        <div key={index} className={styles.rule}>
          <TextInput
            aria-label={`Pattern ${index + 1}`}
            placeholder="Regular expression"
            required
            error={problemOf(index)}
            value={rule.pattern}
            onChange={(event) => change(index, { pattern: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Replacement ${index + 1}`}
            placeholder="Replacement"
            value={rule.replacement}
            onChange={(event) => change(index, { replacement: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </div>
      ))}
      <div className={styles.actions}>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rules, { pattern: '', replacement: '[redacted]' }])}
        >
          Add rule
        </Button>
      </div>
    </>
  )
}
