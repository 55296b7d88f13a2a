import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../../lib/format.ts'
import styles from '../knowledge.module.css'
import { addressesIn, type Pending } from './sources.ts'

export function PickAddresses({ onPick }: { onPick: (sources: Pending[]) => void }) {
  const [text, setText] = useState('')
  const addresses = addressesIn(text)
  return (
    <details>
      <summary>Fetch addresses</summary>
      <div className={styles.form}>
        <Textarea
          label="Addresses"
          description="One a line. Only the public internet is fetched from, unless the operator allows a host."
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={addresses.length === 0}
            onClick={() => {
              onPick(addresses.map((url) => ({ type: 'url', name: url, url })))
              setText('')
            }}
          >
            Take {plural(addresses.length, 'address', 'addresses')}
          </Button>
        </div>
      </div>
    </details>
  )
}
