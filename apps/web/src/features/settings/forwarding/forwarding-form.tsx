import type { Forwarding, RedactionRule } from '@lathe/contract'
import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  PasswordInput,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { findIssueMessage } from '../../../lib/api/describe-error.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import styles from '../settings-page.module.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'

type ForwardingFormProps = { forwarding: Forwarding; onClose: () => void }

export function ForwardingForm({ forwarding, onClose }: ForwardingFormProps) {
  const { endpoint, project, agents, sendsExternal, redaction, environment } = forwarding
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState({ endpoint, project, agents, sendsExternal, redaction })
  const [key, setKey] = useState('')
  const { data: allAgents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const save = useMutation(
    api.forwarding.edit.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(api.forwarding.get.queryKey({ input: {} }), saved)
        onClose()
      },
    }),
  )
  const redact = (changes: Partial<Forwarding['redaction']>) =>
    setDraft({ ...draft, redaction: { ...draft.redaction, ...changes } })
  const ruleProblem = (index: number) =>
    findIssueMessage(save.error, `redaction.rules.${index}.pattern`)

  const hidesPayloads = draft.redaction.hidesInputs || draft.redaction.hidesOutputs

  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ ...draft, ...(key.trim() !== '' && { key }) })
      }}
    >
      {!environment && (
        <>
          <TextInput
            label="Address"
            type="url"
            required
            value={draft.endpoint}
            onChange={(event) => setDraft({ ...draft, endpoint: event.currentTarget.value })}
          />
          <TextInput
            label="Project"
            required
            value={draft.project}
            onChange={(event) => setDraft({ ...draft, project: event.currentTarget.value })}
          />
          <PasswordInput
            label="API key"
            description={
              forwarding.keyHint ? `Leave blank to keep ${forwarding.keyHint}` : undefined
            }
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        </>
      )}
      <MultiSelect
        label="Agents"
        placeholder={draft.agents?.length ? '' : 'All agents'}
        clearable
        data={allAgents.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.agents ?? []}
        onChange={(value) => setDraft({ ...draft, agents: value.length > 0 ? value : null })}
      />
      <Checkbox
        label="Include traces from other programs"
        checked={draft.sendsExternal}
        onChange={(event) => setDraft({ ...draft, sendsExternal: event.currentTarget.checked })}
      />
      <h3>Redact before sending</h3>
      <Checkbox
        label="Keys, tokens and passwords"
        checked={draft.redaction.secrets}
        onChange={(event) => redact({ secrets: event.currentTarget.checked })}
      />
      <Checkbox
        label="All inputs"
        checked={draft.redaction.hidesInputs}
        onChange={(event) => redact({ hidesInputs: event.currentTarget.checked })}
      />
      <Checkbox
        label="All outputs"
        checked={draft.redaction.hidesOutputs}
        onChange={(event) => redact({ hidesOutputs: event.currentTarget.checked })}
      />
      <Checkbox
        label="All files"
        description={
          hidesPayloads
            ? 'Files belong to inputs and outputs, so they are not sent either.'
            : 'Attached images, recordings and documents are not scanned: a secret inside a file is sent.'
        }
        checked={draft.redaction.hidesFiles || hidesPayloads}
        disabled={hidesPayloads}
        onChange={(event) => redact({ hidesFiles: event.currentTarget.checked })}
      />
      {hidesPayloads && (
        <TagsInput
          label="Additional attributes and metadata to send"
          description="Only attributes, metadata and errors with conventional names for models, settings, ids, counts and classes are sent. Add other names here."
          placeholder={draft.redaction.passes.length > 0 ? '' : 'Type a name and press Enter'}
          value={draft.redaction.passes}
          onChange={(passthrough) => redact({ passes: passthrough })}
        />
      )}
      <RedactionRules
        rules={draft.redaction.rules}
        findProblem={ruleProblem}
        onChange={(rules) => {
          save.reset()
          redact({ rules })
        }}
      />
      {save.error && !draft.redaction.rules.some((_, index) => ruleProblem(index)) && (
        <ErrorPanel action="save this" error={save.error} />
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type RedactionRulesProps = {
  rules: readonly RedactionRule[]
  onChange: (rules: RedactionRule[]) => void
  /** Returns why the rule at an index was rejected. */
  findProblem: (index: number) => string | undefined
}

/** Edits regular expressions and the replacements of their matches. */
function RedactionRules({ rules, onChange, findProblem }: RedactionRulesProps) {
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
