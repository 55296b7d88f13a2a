import type { ModelPrice } from '@lathe/contract'
import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { type Amount, amounts } from './amounts.ts'
import styles from './models.module.css'
import { dollars } from './dollars.ts'
import { ListPricesButton } from './list-prices/list-prices-button.tsx'
import { formatDate, emptyPrice, type PriceDraft, createPriceDraft } from './price-draft.ts'
import { PriceForm } from './price-form.tsx'
import { refreshPrices } from './refresh-prices.ts'
import { RepricingDialog } from './repricing/repricing-dialog.tsx'

const amount = (id: Amount): Column<ModelPrice> => ({
  id,
  header: amounts[id],
  width: amounts[id].length > 9 ? '92px' : '76px',
  isNumeric: true,
  cell: (price) => dollars(price[id]),
})

/** Few models have their own price for these, so narrow windows hide the columns. */
const RARE_FIELDS = ['reasoning', 'audioInput', 'audioOutput', 'audioCached'] as const

const columnsFor = (prices: readonly ModelPrice[]): Column<ModelPrice>[] => [
  { id: 'pattern', header: 'Model', width: '190px', cell: (price) => <code>{price.pattern}</code> },
  ...(['input', 'cachedRead', 'cachedWrite', 'output'] as const).map(amount),
  ...RARE_FIELDS.filter((id) => prices.some((price) => price[id] !== null)).map((id) => ({
    ...amount(id),
    isSecondary: 'first' as const,
  })),
  {
    id: 'from',
    header: 'Valid from',
    width: '110px',
    cell: (price) => formatDate(price.validFrom) || 'always',
  },
  {
    id: 'source',
    header: 'Source',
    cell: (price) => (
      <span className={styles.note} title={price.source}>
        {price.source}
      </span>
    ),
  },
]

type Editing = { price: ModelPrice | undefined; draft: PriceDraft }

/**
 * The price table in dollars per million tokens. The newest matching row prices a call. `unpriced`
 * prefills the form with a model.
 */
export function Prices({ unpricedModel }: { unpricedModel: string | undefined }) {
  const { data } = useSuspenseQuery(api.models.prices.queryOptions())
  const [query, setQuery] = useState('')
  const [editing, setEditing] = useState<Editing | undefined>(
    unpricedModel === undefined
      ? undefined
      : { price: undefined, draft: { ...emptyPrice, pattern: unpricedModel } },
  )
  const [isRepricing, setIsRepricing] = useState(false)
  const rows = data.filter(({ pattern }) => pattern.toLowerCase().includes(query.toLowerCase()))

  return (
    <div className={styles.prices}>
      <div className={styles.priceTools}>
        <TextInput
          aria-label="Search models"
          placeholder="Search models"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setEditing({ price: undefined, draft: emptyPrice })}
        >
          Add price
        </Button>
        <Button variant="default" onClick={() => setIsRepricing(true)}>
          Recalculate past costs…
        </Button>
        <ListPricesButton prices={data} />
        <span className={styles.note}>
          US dollars per million tokens. Calls to a model without a price have no cost (—). Changes
          apply to new calls. Batch calls cost half.
        </span>
      </div>
      <RepricingDialog isOpen={isRepricing} onClose={() => setIsRepricing(false)} />
      {editing && (
        <PriceForm
          key={editing.price?.id ?? 'new'}
          initial={editing.draft}
          onClose={() => setEditing(undefined)}
          actions={
            editing.price && (
              <DeletePrice price={editing.price} onClose={() => setEditing(undefined)} />
            )
          }
        />
      )}
      <DataTable
        label="Prices"
        columns={columnsFor(data)}
        rows={rows}
        rowId={(price) => price.id}
        selectedId={editing?.price?.id}
        onOpen={(price) => setEditing({ price, draft: createPriceDraft(price) })}
        options={{
          minWidth: 720,
          empty: (
            <EmptyState
              title={query ? `No price for “${query}”` : 'No prices yet'}
              hint="Add a price to calculate the cost of new calls to that model."
            />
          ),
        }}
      />
    </div>
  )
}

function DeletePrice({ price, onClose }: { price: ModelPrice; onClose: () => void }) {
  const queryClient = useQueryClient()
  const refresh = () => refreshPrices(queryClient)
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const { id: _id, ...fields } = price
  const restore = useMutation({
    mutationFn: () => client.models.setPrice(fields),
    onSuccess: refresh,
    onError: fail,
  })
  const remove = useMutation({
    mutationFn: () => client.models.deletePrice({ id: price.id }),
    onSuccess: async () => {
      await refresh()
      onClose()
      showUndoToast({
        message: `Price of ${price.pattern} deleted`,
        onUndo: () => restore.mutate(),
      })
    },
    onError: fail,
  })
  return (
    <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  )
}
