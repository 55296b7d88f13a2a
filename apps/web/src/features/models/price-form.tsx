import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { NumberEntry } from '../../ui/fields/number-entry.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import styles from './models.module.css'
import { type PriceDraft, parsePrice } from './price-draft.ts'
import { amountKeys, amounts } from './amounts.ts'
import { refreshPrices } from './refresh-prices.ts'

type PriceFormProps = { initial: PriceDraft; onClose: () => void; actions?: ReactNode }

export function PriceForm({ initial, onClose, actions }: PriceFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(initial)
  const price = parsePrice(draft)
  const save = useMutation(
    api.models.setPrice.mutationOptions({
      onSuccess: async () => {
        await refreshPrices(queryClient)
        onClose()
      },
    }),
  )
  return (
    <form
      className={styles.priceForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (price) save.mutate(price)
      }}
    >
      <TextInput
        label="Model"
        description="* matches any text"
        value={draft.pattern}
        onChange={(event) => setDraft({ ...draft, pattern: event.currentTarget.value })}
      />
      {amountKeys.map((key) => (
        <NumberEntry
          key={key}
          label={amounts[key]}
          description="$ per million"
          min={0}
          decimalScale={9}
          value={draft[key] === '' ? undefined : draft[key]}
          onChange={(value) => setDraft({ ...draft, [key]: value ?? '' })}
        />
      ))}
      <TextInput
        type="date"
        label="Valid from"
        description="Leave blank for always"
        value={draft.validFrom}
        onChange={(event) => setDraft({ ...draft, validFrom: event.currentTarget.value })}
      />
      <TextInput
        className={styles.priceSource}
        label="Source"
        description="Shown with the cost of a call"
        value={draft.source}
        onChange={(event) => setDraft({ ...draft, source: event.currentTarget.value })}
      />
      {save.error && <ErrorPanel action="save the price" error={save.error} />}
      <div className={styles.formActions}>
        <Button type="submit" disabled={!price} loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {actions}
      </div>
    </form>
  )
}
