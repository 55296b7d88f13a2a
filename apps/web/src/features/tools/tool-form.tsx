import { Button, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type Effect, MEDIA_ARGUMENTS } from '@lathe/contract'
import { useState } from 'react'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { SchemaBuilder } from '../../ui/schema-builder/schema-builder.tsx'
import { useCheckedForm } from '../../ui/schema-form/use-checked-form.ts'
import { CodeFields } from './code-fields.tsx'
import { HttpFields } from './http-fields.tsx'
import { MediaFields } from './media-fields.tsx'
import { SqlFields } from './sql-fields.tsx'
import { findProblems, type ToolForm as Form } from './tool-draft.ts'
import styles from './tools.module.css'
import { EFFECTS } from './words.ts'

type ToolFormProps = {
  initial: Form
  /** The stored tool; absent for a new one. */
  savedForm?: Form
  saveLabel: string
  isSaving: boolean
  error: unknown
  onType: (form: Form) => void
  /** Absent if there are no changes to discard. */
  onDiscard?: (() => void) | undefined
  onSave: (form: Form) => void
}

export function ToolForm(props: ToolFormProps) {
  const { initial, savedForm, saveLabel, isSaving, error, onType, onDiscard, onSave } = props
  const [form, setForm] = useState(initial)
  const problems = findProblems(form, savedForm)
  const { visibleErrors, form: checkedForm } = useCheckedForm(problems, () => onSave(form))
  const change = (changes: Partial<Form>) => {
    const next = { ...form, ...changes }
    onType(next)
    setForm(next)
  }

  return (
    <form className={styles.form} {...checkedForm}>
      <TextInput
        label="Name"
        description="Graphs and models call the tool by this name"
        required
        value={form.name}
        error={visibleErrors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        description="Purpose of the tool and when to use it. Models choose tools by their descriptions"
        required
        autosize
        minRows={2}
        maxRows={8}
        value={form.description}
        error={visibleErrors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {form.config.kind !== 'sql' && form.config.kind !== 'media' && (
        <>
          <Input.Wrapper label="Effect" description={EFFECTS[form.effect].hint} labelElement="div">
            <SegmentedControl
              size="xs"
              aria-label="Effect"
              className={styles.effect ?? ''}
              data={(['pure', 'read', 'write'] satisfies Effect[]).map((value) => ({
                value,
                label: EFFECTS[value].label,
              }))}
              value={form.effect}
              onChange={(effect) => change({ effect })}
            />
          </Input.Wrapper>
          <Input.Wrapper label="Arguments" description="Inputs of the tool" labelElement="div">
            {form.config.kind === 'mcp' ? (
              <JsonView label="Arguments as JSON Schema" value={form.schema} />
            ) : (
              <SchemaBuilder
                label="Arguments"
                schema={form.schema}
                onChange={(schema) => change({ schema })}
              />
            )}
          </Input.Wrapper>
        </>
      )}
      {form.config.kind === 'code' && (
        <CodeFields
          config={form.config}
          error={visibleErrors.code}
          onChange={(config) => change({ config })}
        />
      )}
      {form.config.kind === 'sql' && (
        <SqlFields
          config={form.config}
          error={visibleErrors.database}
          onChange={(config) => change({ config, effect: config.allowWrites ? 'write' : 'read' })}
        />
      )}
      {form.config.kind === 'media' && (
        <MediaFields
          config={form.config}
          error={visibleErrors.model}
          isTaskFixed={savedForm !== undefined}
          onChange={(config) => change({ config, schema: MEDIA_ARGUMENTS[config.task.type] })}
        />
      )}
      {'url' in form.config && (
        <HttpFields
          config={form.config}
          errors={{
            url: visibleErrors.url,
            request: visibleErrors.request,
            secrets: problems.secrets,
          }}
          onChange={(config, effect) => change({ config, ...(effect && { effect }) })}
        />
      )}
      {error ? <ErrorPanel action="save the tool" error={error} /> : null}
      <div className={styles.actions}>
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
        {onDiscard && (
          <>
            <Button variant="default" onClick={onDiscard}>
              Discard
            </Button>
            <span className={styles.muted}>Not saved: kept until you reload this page.</span>
          </>
        )}
      </div>
    </form>
  )
}
