import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import styles from '../knowledge.module.css'
import { addressesIn, type Pending } from './sources.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'

export function PickAddresses({ onPick }: { onPick: (sources: Pending[]) => void }) {
  const [text, setText] = useState('')
  const addresses = addressesIn(text)
  return (
    <details>
      <summary>Fetch addresses</summary>
      <div className={styles.form}>
        <Textarea
          label="Addresses"
          description="One per line. Only public addresses are fetched, unless the operator allows a host."
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <DisabledReason reason={addresses.length === 0 && 'Paste an address first'}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onPick(addresses.map((url) => ({ type: 'url', name: url, url })))
                setText('')
              }}
            >
              Add {plural(addresses.length, 'address', 'addresses')}
            </Button>
          </DisabledReason>
        </div>
      </div>
    </details>
  )
}
