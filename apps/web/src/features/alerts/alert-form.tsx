import type { Alert } from '@lathe/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { type AlertDraft, type RuleDraft, toRule, fieldProblems } from './alert-draft.ts'
import { AlertPreview } from './alert-preview.tsx'
import { FilterField, RuleFields } from './rule-fields.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import styles from './alerts.module.css'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'

const FIELDS = ['name', 'feedbackKey', 'threshold', 'minCount', 'webhookUrl', 'secret']

type AlertFormProps = {
  start: AlertDraft
  savedAlert?: Alert
  onSaved: (alert: Alert) => void
  /** Shown beside the form, below the preview. */
  children?: React.ReactNode
}

/** Edits a rule beside a preview of its incidents in the past. */
export function AlertForm({ start, savedAlert, onSaved, children }: AlertFormProps) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(start)
  const rule = toRule(draft)
  const save = useMutation({
    mutationFn: (newRule: RuleDraft & { threshold: number }) => {
      const { name, webhookUrl, secret, isMuted } = draft
      const sent = {
        ...newRule,
        name,
        isMuted,
        webhookUrl: webhookUrl.trim() || null,
        ...(secret.trim() !== '' && { secret: secret.trim() }),
      }
      return savedAlert
        ? client.alerts.edit({ id: savedAlert.id, ...sent })
        : client.alerts.create(sent)
    },
    onSuccess: (saved) => {
      queries.setQueryData(api.alerts.get.queryKey({ input: { id: saved.id } }), saved)
      void queries.invalidateQueries({ queryKey: api.alerts.list.key() })
      setDraft({ ...draft, secret: '' })
      onSaved(saved)
    },
  })
  const { fields, rest: otherProblems } = fieldProblems(save.error, FIELDS)
  const change = (changes: Partial<AlertDraft>) => {
    if (save.error) save.reset()
    setDraft({ ...draft, ...changes })
  }
  const { threshold } = rule

  return (
    <div className={styles.sides}>
      <form
        className={styles.form}
        aria-label="Rule"
        onSubmit={(event) => {
          event.preventDefault()
          if (threshold !== null) save.mutate({ ...rule, threshold })
        }}
      >
        <TextInput
          label="Name"
          placeholder="Checkout errors"
          required
          maxLength={80}
          value={draft.name}
          error={fields['name']}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <FilterField filter={draft.filter} onChange={(filter) => change({ filter })} />
        <RuleFields draft={draft} problems={fields} change={change} />
        <WebhookFields draft={draft} savedWebhook={savedAlert} problems={fields} change={change} />
        {otherProblems !== undefined && (
          <p className={styles.failed} role="alert">
            {otherProblems}
          </p>
        )}
        <div className={styles.line}>
          <DisabledReason reason={threshold === null && 'Enter a threshold'}>
            <Button type="submit" loading={save.isPending}>
              {savedAlert ? 'Save' : 'Create alert'}
            </Button>
          </DisabledReason>
        </div>
      </form>
      <div className={styles.side}>
        <AlertPreview rule={rule} />
        {children}
      </div>
    </div>
  )
}
