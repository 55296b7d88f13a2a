import type { RedactionRule } from '@lathe/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import styles from '../settings-page.module.css'

type RedactionRulesProps = {
  rules: readonly RedactionRule[]
  onChange: (rules: RedactionRule[]) => void
  /** Returns why the rule at an index was rejected. */
  findProblem: (index: number) => string | undefined
}

/** Edits regular expressions and the replacements of their matches. */
export function RedactionRules({ rules, onChange, findProblem }: RedactionRulesProps) {
  const change = (index: number, changes: Partial<RedactionRule>) =>
    onChange(rules.map((rule, position) => (position === index ? { ...rule, ...changes } : rule)))
  return (
    <>
      <p className={styles.hint}>Rules apply to all text in a trace.</p>
      {rules.map((rule, index) => (
        // Rules have no id other than their index.
        <div key={index} className={styles.rule}>
          <TextInput
            aria-label={`Pattern ${index + 1}`}
            placeholder="Regular expression"
            required
            error={findProblem(index)}
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
            onClick={() => onChange(rules.filter((_, position) => position !== index))}
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
