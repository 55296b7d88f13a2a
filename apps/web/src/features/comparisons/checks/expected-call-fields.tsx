import { ActionIcon, Autocomplete } from '@mantine/core'
import { type ExpectedCall, JsonObject, ToolName } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ValueField } from '../../../ui/value-field.tsx'
import shared from '../comparison.module.css'
import styles from './checks.module.css'

type ExpectedCallFieldsProps = {
  number: number
  value: ExpectedCall
  /** Tools that were called already. */
  called: readonly string[]
  onChange: (value: ExpectedCall) => void
  onRemove: () => void
}

export function ExpectedCallFields(props: ExpectedCallFieldsProps) {
  const { number, value, called, onChange, onRemove } = props
  const { tool, arguments: given } = value
  const [typed, setTyped] = useState<string>()
  const isName = typed === undefined || ToolName.safeParse(typed).success
  return (
    <div>
      <div className={shared.headLine}>
        <Autocomplete
          className={styles.grow}
          size="xs"
          aria-label={`Tool of call ${number}`}
          data={[...called]}
          value={typed ?? tool}
          error={isName ? undefined : 'Letters, digits, _ and -'}
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
        description="A JSON object it has to have, others it may have besides. Empty: whatever they are."
        isText={false}
        problemOf={(next) => (isObject(next) ? undefined : 'it has to be a JSON object')}
        value={given}
        onChange={(next) => {
          const parsed = JsonObject.safeParse(next)
          if (next === undefined) onChange({ tool })
          else if (parsed.success) onChange({ tool, arguments: parsed.data })
        }}
      />
    </div>
  )
}
