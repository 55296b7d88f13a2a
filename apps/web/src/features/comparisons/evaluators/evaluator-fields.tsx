import { NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { type Evaluator, JsonSchema, type CodeEvaluator } from '@lathe/contract'
import { evaluatorProblem } from '@lathe/evaluators'
import { useState } from 'react'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'
import { ValueField } from '../../../ui/fields/value-field.tsx'
import { JudgeFields, ResultTypeField } from './judge-fields.tsx'
import { SimilarityFields } from './similarity-fields.tsx'
import { TrajectoryFields } from './trajectory-fields.tsx'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import styles from '../comparison.module.css'

type EvaluatorFieldsProps = {
  value: Evaluator
  onChange: (value: Evaluator) => void
}

/** The form fields of each evaluator kind. */
export function EvaluatorFields({ value, onChange }: EvaluatorFieldsProps) {
  return (
    <>
      <KindFields value={value} onChange={onChange} />
      {'ignoreCase' in value && (
        <Switch
          label="Ignore case"
          checked={value.ignoreCase}
          onChange={({ currentTarget: { checked } }) => onChange({ ...value, ignoreCase: checked })}
        />
      )}
      {hasPath(value) && (
        <TextInput
          label="Path"
          placeholder="Whole output"
          description="Dotted path into the output, e.g. answer.sources.0"
          value={value.path ?? ''}
          onChange={({ currentTarget: { value: path } }) => {
            const { path: _old, ...rest } = value
            onChange(path === '' ? rest : { ...rest, path })
          }}
        />
      )}
    </>
  )
}

type WithPath = Extract<Evaluator, { path?: string | undefined }>

const hasPath = (value: Evaluator): value is WithPath =>
  ['exact', 'contains', 'regex', 'json-schema', 'numeric'].includes(value.kind)

const REQUIRED = [
  { value: 'all', label: 'All' },
  { value: 'any', label: 'Any' },
  { value: 'none', label: 'None' },
] as const

const MEASURES = [
  { value: 'latency', label: 'Latency (ms)' },
  { value: 'cost', label: 'Cost ($)' },
  { value: 'tokens', label: 'Tokens' },
] as const

function KindFields({ value, onChange }: EvaluatorFieldsProps) {
  switch (value.kind) {
    case 'exact':
      return (
        <ValueField
          label="Expected"
          description="Text or JSON. Leave blank to use the case's reference."
          canBeJson
          isText={value.expected === undefined || typeof value.expected === 'string'}
          value={value.expected}
          onChange={(expected) => {
            const { expected: _old, ...rest } = value
            onChange(expected === undefined ? rest : { ...rest, expected })
          }}
        />
      )
    case 'contains':
      return (
        <>
          <TagsInput
            label="Texts"
            description="Press Enter to add. Leave blank to use the case's reference."
            value={value.texts ?? []}
            onChange={(texts) => {
              const { texts: _old, ...rest } = value
              onChange(texts.length === 0 ? rest : { ...rest, texts })
            }}
          />
          <Select
            label="Must contain"
            allowDeselect={false}
            data={REQUIRED}
            value={value.require}
            onChange={(require) => {
              if (require !== null) onChange({ ...value, require })
            }}
          />
        </>
      )
    case 'regex':
      return (
        <PatternField
          value={value.pattern}
          onChange={(pattern) => onChange({ ...value, pattern })}
        />
      )
    case 'json-schema':
      return (
        <ValueField
          label="Schema"
          isText={false}
          validate={(schema) =>
            JsonSchema.safeParse(schema).success ? undefined : 'A schema must be a JSON object'
          }
          value={value.schema}
          onChange={(schema) => {
            const parsed = JsonSchema.safeParse(schema)
            if (parsed.success) onChange({ ...value, schema: parsed.data })
          }}
        />
      )
    case 'numeric':
      return (
        <>
          <NumberEntry
            label="Expected"
            placeholder="Case reference"
            value={value.expected}
            onChange={(expected) => {
              const { expected: _old, ...rest } = value
              onChange(expected === undefined ? rest : { ...rest, expected })
            }}
          />
          <NumberEntry
            label={value.isRelative ? 'Tolerance (fraction, 0.01 is 1 %)' : 'Tolerance'}
            min={0}
            value={value.tolerance}
            onChange={(tolerance) => {
              if (tolerance !== undefined) onChange({ ...value, tolerance })
            }}
          />
          <Switch
            label="Relative tolerance"
            checked={value.isRelative}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...value, isRelative: checked })
            }
          />
        </>
      )
    case 'limit':
      return (
        <>
          <Select
            label="Measure"
            allowDeselect={false}
            data={MEASURES}
            value={value.measure}
            onChange={(measure) => {
              if (measure !== null) onChange({ ...value, measure })
            }}
          />
          <NumberInput
            label="Maximum"
            min={0}
            value={value.measure === 'cost' ? value.atMost / 1e9 : value.atMost}
            onChange={(atMost) => {
              if (typeof atMost !== 'number') return
              onChange({
                ...value,
                atMost: value.measure === 'cost' ? Math.round(atMost * 1e9) : atMost,
              })
            }}
          />
        </>
      )
    case 'trajectory':
      return <TrajectoryFields value={value} onChange={onChange} />
    case 'similarity':
      return <SimilarityFields value={value} onChange={onChange} />
    case 'code':
      return <CodeFields value={value} onChange={onChange} />
    case 'judge':
    case 'pairwise':
      return <JudgeFields value={value} onChange={onChange} />
    default:
      return (
        <TextInput
          label="Question"
          placeholder="Is the answer helpful?"
          description="On a grid cell, press y for yes, n for no, u to clear, . for the next unrated cell."
          maxLength={500}
          value={value.question}
          onChange={({ currentTarget: { value: question } }) => onChange({ ...value, question })}
        />
      )
  }
}

type CodeFieldsProps = { value: CodeEvaluator; onChange: (value: CodeEvaluator) => void }

function CodeFields({ value, onChange }: CodeFieldsProps) {
  return (
    <>
      <ResultTypeField value={value.gives} onChange={(gives) => onChange({ ...value, gives })} />
      <CodeEditor
        label="Evaluator code"
        language="javascript"
        value={value.source}
        onChange={(source) => {
          if (source.trim() !== '') onChange({ ...value, source })
        }}
      />
      <p className={styles.muted}>
        An expression or function body. Available: said (the text), output, reference, input and
        calls.{' '}
        {value.gives === 'pass'
          ? 'Returns true or false, or { pass, reason }.'
          : 'Returns a number from 0 to 1, or { score, reason }.'}
      </p>
    </>
  )
}

type PatternFieldProps = { value: string; onChange: (pattern: string) => void }

/** The evaluator keeps its last usable pattern while the text is empty or has an error. */
export function PatternField({ value, onChange }: PatternFieldProps) {
  const [draft, setDraft] = useState<string>()
  const problem = draft === undefined ? undefined : findProblem(draft)
  return (
    <TextInput
      label="Pattern"
      description="RE2 syntax: no lookaround and no back-references."
      error={problem && `${problem} Until then the evaluator uses ${value}`}
      value={problem === undefined ? value : draft}
      onChange={({ currentTarget: { value: pattern } }) => {
        const isUsable = findProblem(pattern) === undefined
        setDraft(isUsable ? undefined : pattern)
        if (isUsable) onChange(pattern)
      }}
    />
  )
}

const findProblem = (pattern: string): string | undefined =>
  pattern === ''
    ? 'Enter a pattern.'
    : evaluatorProblem({ kind: 'regex', pattern, ignoreCase: false })
