import { NumberInput, Button, Menu, Select } from '@mantine/core'
import type { JudgeEvaluator, PairwiseEvaluator, PromptMessage } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessagesEditor } from '../../../ui/messages/messages-editor.tsx'
import { ModelEditor } from '../variants/model-editor.tsx'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { SavePromptButton } from '../../../shared/save-prompt-button.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../comparison.module.css'

type JudgeFieldsProps = {
  value: JudgeEvaluator | PairwiseEvaluator
  onChange: (value: JudgeEvaluator | PairwiseEvaluator) => void
}

/** Edits the judge's model, prompt and answer format. */
export function JudgeFields({ value, onChange }: JudgeFieldsProps) {
  const isPair = value.kind === 'pairwise'
  return (
    <>
      <ModelEditor value={value.model} onChange={(model) => onChange({ ...value, model })} />
      <MessagesEditor
        value={value.messages}
        hasPlaceholders={false}
        onChange={(messages) => {
          const texts = messages.flatMap((message) =>
            message.role === 'placeholder' ? [] : [message],
          )
          const { from: _changed, ...rest } = value
          onChange({ ...rest, messages: texts })
        }}
      />
      <JudgePrompt value={value} onChange={onChange} />
      <p className={styles.muted}>
        {isPair
          ? 'Variables: {{input}}, {{first}}, {{second}}, {{reference}} and the inputs of the case. The judge sees both orders. Contradictory answers count as a tie.'
          : 'Variables: {{input}}, {{output}}, {{reference}} and the inputs of the case.'}
      </p>
      {value.kind === 'judge' && (
        <>
          <ResultTypeField
            value={value.gives}
            onChange={(gives) => onChange({ ...value, gives })}
          />
          {value.gives === 'score' && (
            <div className={styles.pair}>
              {(['from', 'to'] as const).map((end) => (
                <NumberInput
                  key={end}
                  label={end === 'from' ? 'Worst score' : 'Best score'}
                  value={value.scale[end]}
                  onChange={(number) => {
                    const scale = { ...value.scale, [end]: Number(number) }
                    if (number !== '' && scale.from < scale.to) onChange({ ...value, scale })
                  }}
                />
              ))}
            </div>
          )}
        </>
      )}
    </>
  )
}

type Judge = JudgeEvaluator | PairwiseEvaluator
type JudgePromptProps = { value: Judge; onChange: (value: Judge) => void }

/** Loads the judge's prompt from the registry and saves it there. */
function JudgePrompt({ value, onChange }: JudgePromptProps) {
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const usable = prompts.filter(({ version, isArchived }) => version > 0 && !isArchived)
  const { from } = value
  const take = async (prompt: string, version: number) => {
    const { content } = await client.prompts.version({ prompt, version })
    const messages = content?.messages.filter(isText) ?? []
    if (!content || messages.length < content.messages.length)
      throw new Error(`${prompt} cannot be used by a judge: it contains placeholders`)
    onChange({ ...value, messages, from: { prompt, version } })
  }
  return (
    <div className={styles.headLine}>
      {usable.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="default">
              Load from registry…
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {usable.map(({ name, version }) => (
              <Menu.Item
                key={name}
                onClick={() =>
                  void take(name, version).catch((error: unknown) =>
                    showToast(describeError(error).message, 'error'),
                  )
                }
              >
                {name} v{version}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <SavePromptButton
        isEmpty={value.messages.length === 0}
        getContent={() => ({ messages: value.messages, model: value.model })}
        name={from?.prompt ?? 'judge'}
        onSave={({ name, version }) => onChange({ ...value, from: { prompt: name, version } })}
      />
      {from && (
        <span className={styles.muted}>
          from{' '}
          <Link
            to="/prompts/$name"
            params={{ name: from.prompt }}
            search={{ version: from.version }}
          >
            {from.prompt} v{from.version}
          </Link>
        </span>
      )}
    </div>
  )
}

const isText = (message: PromptMessage): message is Judge['messages'][number] =>
  message.role !== 'placeholder'

const GIVES = [
  { value: 'pass', label: 'Pass or fail' },
  { value: 'score', label: 'Score' },
] as const

type Gives = (typeof GIVES)[number]['value']

type ResultTypeFieldProps = { value: Gives; onChange: (value: Gives) => void }

export function ResultTypeField({ value, onChange }: ResultTypeFieldProps) {
  return (
    <Select
      label="Result"
      allowDeselect={false}
      data={GIVES}
      value={value}
      onChange={(gives) => {
        if (gives !== null) onChange(gives)
      }}
    />
  )
}
