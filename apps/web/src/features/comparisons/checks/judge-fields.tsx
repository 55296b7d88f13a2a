import { NumberInput } from '@mantine/core'
import type { JudgeEvaluator, PairwiseEvaluator } from '@lathe/contract'
import styles from '../comparison.module.css'
import { MessagesEditor } from '../../../ui/messages-editor.tsx'
import { ModelEditor } from '../variants/model-editor.tsx'
import { JudgePrompt } from './judge-prompt.tsx'
import { GivesField } from './gives-field.tsx'

type JudgeFieldsProps = {
  value: JudgeEvaluator | PairwiseEvaluator
  onChange: (value: JudgeEvaluator | PairwiseEvaluator) => void
}

/** The model that judges, what it is asked and how it answers. */
export function JudgeFields({ value, onChange }: JudgeFieldsProps) {
  const isPair = value.kind === 'pairwise'
  return (
    <>
      <ModelEditor value={value.model} onChange={(model) => onChange({ ...value, model })} />
      <MessagesEditor
        value={value.messages}
        hasPlaceholders={false}
        onChange={(messages) => {
          const said = messages.flatMap((one) => (one.role === 'placeholder' ? [] : [one]))
          const { from: _changed, ...rest } = value
          onChange({ ...rest, messages: said })
        }}
      />
      <JudgePrompt value={value} onChange={onChange} />
      <p className={styles.muted}>
        {isPair
          ? 'Variables: {{input}}, {{first}}, {{second}}, {{reference}} and the inputs of the case. It is asked in both orders; one that contradicts itself sees a tie.'
          : 'Variables: {{input}}, {{output}}, {{reference}} and the inputs of the case.'}
      </p>
      {value.kind === 'judge' && (
        <>
          <GivesField value={value.gives} onChange={(gives) => onChange({ ...value, gives })} />
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
