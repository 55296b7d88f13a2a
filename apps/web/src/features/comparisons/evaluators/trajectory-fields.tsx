import { Button, NumberInput, Select, ActionIcon, Autocomplete } from '@mantine/core'
import {
  type TrajectoryEvaluator,
  type ExpectedCall,
  JsonObject,
  ToolName,
  isJsonObject,
} from '@lathe/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useComparison } from '../comparison-context.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { ValueField } from '../../../ui/fields/value-field.tsx'
import shared from '../comparison.module.css'
import styles from './evaluators.module.css'

type TrajectoryFieldsProps = {
  value: TrajectoryEvaluator
  onChange: (value: TrajectoryEvaluator) => void
}

const ORDERS = [
  { value: 'in-order', label: 'In this order, other calls allowed' },
  { value: 'exact', label: 'Exactly these, in this order' },
  { value: 'any', label: 'In any order' },
] as const

/** Edits the expected tool calls with arguments and order, and the call limit. */
export function TrajectoryFields({ value, onChange }: TrajectoryFieldsProps) {
  const { grid } = useComparison().detail
  const { calls } = value
  const usedTools = [...new Set(grid.flatMap((cell) => cell.calls.map(({ tool }) => tool)))]
  return (
    <>
      {calls.map((call, index) => (
        // Expected calls are identified by position.
        <ExpectedCallFields
          key={index}
          number={index + 1}
          value={call}
          usedTools={usedTools}
          onChange={(next) => onChange({ ...value, calls: calls.with(index, next) })}
          onRemove={() => onChange({ ...value, calls: calls.toSpliced(index, 1) })}
        />
      ))}
      <DisabledReason reason={calls.length >= 100 && 'Maximum of 100 calls reached'}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            onChange({ ...value, calls: [...calls, { tool: usedTools[0] ?? 'tool' }] })
          }
        >
          Add expected call
        </Button>
      </DisabledReason>
      <Select
        label="Order"
        allowDeselect={false}
        data={ORDERS}
        value={value.order}
        onChange={(order) => {
          if (order !== null) onChange({ ...value, order })
        }}
      />
      <NumberInput
        label="Maximum calls"
        placeholder="No limit"
        min={0}
        allowDecimal={false}
        value={value.atMost ?? ''}
        onChange={(atMost) => {
          const { atMost: _old, ...rest } = value
          onChange(typeof atMost === 'number' ? { ...rest, atMost } : rest)
        }}
      />
    </>
  )
}

type ExpectedCallFieldsProps = {
  number: number
  value: ExpectedCall
  /** Tools called in existing cells. */
  usedTools: readonly string[]
  onChange: (value: ExpectedCall) => void
  onRemove: () => void
}

function ExpectedCallFields(props: ExpectedCallFieldsProps) {
  const { number, value, usedTools, onChange, onRemove } = props
  const { tool, arguments: args } = value
  const [typed, setTyped] = useState<string>()
  const isName = typed === undefined || ToolName.safeParse(typed).success
  return (
    <div>
      <div className={shared.headLine}>
        <Autocomplete
          className={styles.grow}
          size="xs"
          aria-label={`Tool of call ${number}`}
          data={[...usedTools]}
          value={typed ?? tool}
          error={isName ? undefined : 'Use letters, digits, _ and -'}
          onChange={(name) => {
            setTyped(name)
            if (ToolName.safeParse(name).success) onChange({ ...value, tool: name })
          }}
          onBlur={() => setTyped(undefined)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove call ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </div>
      <ValueField
        label={`Arguments of call ${number}`}
        description="Required arguments as a JSON object. Extra arguments are allowed. Leave blank for any."
        isText={false}
        validate={(next) => (isJsonObject(next) ? undefined : 'Must be a JSON object')}
        value={args}
        onChange={(next) => {
          const parsed = JsonObject.safeParse(next)
          if (next === undefined) onChange({ tool })
          else if (parsed.success) onChange({ tool, arguments: parsed.data })
        }}
      />
    </div>
  )
}
