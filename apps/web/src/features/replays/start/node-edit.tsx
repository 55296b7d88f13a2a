import type { GraphNode, ModelSettings, PromptMessage, Prompt } from '@lathe/contract'
import { nodeModel, nodePrompt, withModelCall } from '@lathe/nodes'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'
import styles from './start.module.css'

type NodeEditProps = { title: string; node: GraphNode; onChange: (node: GraphNode) => void }

/** Edits prompt, model and parameters of a node for one replay. */
export function NodeEdit({ title, node, onChange }: NodeEditProps) {
  const model = nodeModel(node)
  const prompt = nodePrompt(node)
  if (!model || !prompt) {
    return <p className={styles.note}>{title} calls no model and runs unchanged.</p>
  }
  const set = (change: Partial<ModelSettings>) =>
    onChange(withModelCall(node, { model: { ...model, ...change } }))
  return (
    <fieldset className={styles.edit}>
      <legend>{title}</legend>
      {'messages' in prompt ? (
        prompt.messages.map((message, index) => (
          <PromptText
            // Messages cannot be moved or removed here.
            key={index}
            message={message}
            label={`${title}: text of message ${index + 1}`}
            onChange={(text) => onChange(withPrompt(node, index, text))}
          />
        ))
      ) : (
        <p className={styles.note}>Uses the registry prompt {prompt.name} .</p>
      )}
      <div className={styles.row}>
        <TextInput
          label="Model"
          value={model.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <NumberEntry
          label="Temperature"
          placeholder="Provider default"
          min={0}
          max={2}
          step={0.1}
          value={model.temperature}
          onChange={(value) =>
            onChange(withModelCall(node, { model: parseNumbers(model, 'temperature', value) }))
          }
        />
        <NumberInput
          label="Max output tokens"
          placeholder="Provider default"
          min={1}
          allowDecimal={false}
          value={model.maxTokens ?? ''}
          onChange={(value) =>
            onChange(withModelCall(node, { model: parseNumbers(model, 'maxTokens', value) }))
          }
        />
      </div>
    </fieldset>
  )
}

function parseNumbers(
  model: ModelSettings,
  key: 'temperature' | 'maxTokens',
  value: string | number | undefined,
): ModelSettings {
  const { [key]: _, ...otherSettings } = model
  return typeof value === 'number' ? { ...otherSettings, [key]: value } : otherSettings
}

type PromptTextProps = {
  message: PromptMessage
  label: string
  onChange: (text: string) => void
}

function PromptText({ message, label, onChange }: PromptTextProps) {
  if (message.role === 'placeholder') {
    return <p className={styles.note}>Messages of {message.channel} are inserted here.</p>
  }
  return (
    <Textarea
      label={message.role}
      aria-label={label}
      autosize
      minRows={2}
      maxRows={10}
      value={message.text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Replaces the text of one prompt message. */
export function withPrompt(node: GraphNode, index: number, text: string): GraphNode {
  const before = nodePrompt(node)
  if (!before || !('messages' in before)) return node
  const prompt: Prompt = {
    messages: before.messages.map((message, messageIndex) =>
      messageIndex === index && message.role !== 'placeholder' ? { ...message, text } : message,
    ),
  }
  return withModelCall(node, { prompt })
}
