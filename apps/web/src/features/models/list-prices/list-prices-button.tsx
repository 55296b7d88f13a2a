import type { ModelPrice } from '@lathe/contract'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { ListPricesSteps } from './list-prices-steps.tsx'

/** Shown if this version of Lathe knows public prices that the table lacks. */
export function ListPricesButton({ prices }: { prices: readonly ModelPrice[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data = [] } = useQuery(api.models.newListPrices.queryOptions())
  if (data.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Add {plural(data.length, 'new list price')}…
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Add new list prices" size="xl">
        <ListPricesSteps listed={data} prices={prices} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}
