import type { AnyField, FieldOf, FieldType } from '@lathe/nodes'
import { Switch } from '@mantine/core'
import type { ComponentType } from 'react'
import { useNode } from '../../workbench-context.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { DurationField, NumberField } from '../fields/scalar-fields.tsx'
import { DecisionList } from '../kinds/decision-list.tsx'
import {
  AnswerEditor,
  ModelEditor,
  OutputEditor,
  PromptEditor,
  SummarizeEditor,
} from './model-editors.tsx'
import { AnswerPathsEditor, FormSchemaEditor } from './answer-editors.tsx'
import { ChannelsEditor, ChannelValuesEditor } from './channel-editors.tsx'
import { CollectionEditor, MetadataEditor } from './collection-editors.tsx'
import {
  ApprovalsEditor,
  ArgumentsEditor,
  ToolChoiceEditor,
  ToolEditor,
  ToolsEditor,
} from './tool-editors.tsx'
import { fieldProps, useEditNode, useField, type FieldEditorProps } from './use-field.ts'
import { TextWithCode } from '../../problems/text-with-code.tsx'

/** `decide` and the agent's fields have sections of their own. */
type SpecialType = 'decide' | 'agent' | 'agent-input' | 'agent-output'

const EDITORS: {
  [T in Exclude<FieldType, SpecialType>]: ComponentType<FieldEditorProps<T>>
} = {
  template: TextEditor,
  expression: TextEditor,
  code: TextEditor,
  channel: ChannelEditor,
  channels: ChannelsEditor,
  'channel-values': ChannelValuesEditor,
  'answer-paths': AnswerPathsEditor,
  model: ModelEditor,
  prompt: PromptEditor,
  answer: AnswerEditor,
  output: OutputEditor,
  tools: ToolsEditor,
  'tool-choice': ToolChoiceEditor,
  approvals: ApprovalsEditor,
  tool: ToolEditor,
  'tool-arguments': ArgumentsEditor,
  collection: CollectionEditor,
  metadata: MetadataEditor,
  'form-schema': FormSchemaEditor,
  decisions: DecisionsEditor,
  summarize: SummarizeEditor,
  number: NumberEditor,
  duration: DurationEditor,
  switch: SwitchEditor,
}

/** The editor of a field, by its type. */
export function FieldEditor({ id, field }: { id: string; field: AnyField }) {
  if (!(field.type in EDITORS)) return null
  // Each editor takes the fields of its type.
  const Editor = EDITORS[field.type as Exclude<FieldType, SpecialType>] as ComponentType<{
    id: string
    field: AnyField
  }>
  return <Editor id={id} field={field} />
}

type TextType = 'template' | 'expression' | 'code'

function TextEditor({ id, field }: { id: string; field: FieldOf<TextType> }) {
  const [value = '', set] = useField<TextType>({ id, field })
  const { description } = field
  return (
    <CodeTextField
      {...fieldProps(field)}
      {...(description !== undefined && { description: <TextWithCode text={description} /> })}
      kind={field.type}
      value={value}
      onChange={(text) => set(text === '' && !field.isRequired ? undefined : text)}
    />
  )
}

function ChannelEditor({ id, field }: FieldEditorProps<'channel'>) {
  const [value, set] = useField({ id, field })
  return (
    <ChannelField
      {...fieldProps(field)}
      isClearable={!field.isRequired}
      value={value}
      onChange={(channel) => {
        if (channel !== undefined || !field.isRequired) set(channel)
      }}
    />
  )
}

function NumberEditor({ id, field }: FieldEditorProps<'number'>) {
  const [value, set] = useField({ id, field })
  return (
    <NumberField
      {...fieldProps(field)}
      {...(field.limits && { limits: field.limits })}
      value={value}
      onChange={(number) => set(number ?? field.default)}
    />
  )
}

function DurationEditor({ id, field }: FieldEditorProps<'duration'>) {
  const [value, set] = useField({ id, field })
  return <DurationField {...fieldProps(field)} value={value} onChange={(ms) => set(ms)} />
}

function SwitchEditor({ id, field }: FieldEditorProps<'switch'>) {
  const [isOn = false, set] = useField({ id, field })
  return (
    <Switch
      label={field.label}
      checked={isOn}
      onChange={({ currentTarget }) => set(currentTarget.checked || undefined)}
    />
  )
}

function DecisionsEditor({ id, field }: FieldEditorProps<'decisions'>) {
  const node = useNode(id)
  const change = useEditNode(id)
  if (node?.kind !== 'ask') return null
  return (
    <DecisionList
      id={id}
      node={node}
      onChange={(next, path) => change(() => next, path || field.name)}
    />
  )
}
