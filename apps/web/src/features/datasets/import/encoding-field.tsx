import { Select } from '@mantine/core'

/** Common file encodings, by their names in the WHATWG Encoding Standard. */
const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16, little-endian' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Western (windows-1252, ISO-8859-1)' },
  { value: 'macintosh', label: 'Western (Macintosh)' },
  { value: 'windows-1250', label: 'Central European (windows-1250)' },
  { value: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { value: 'windows-1257', label: 'Baltic (windows-1257)' },
  { value: 'windows-1251', label: 'Cyrillic (windows-1251)' },
  { value: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { value: 'windows-1253', label: 'Greek (windows-1253)' },
  { value: 'windows-1254', label: 'Turkish (windows-1254, ISO-8859-9)' },
  { value: 'windows-1255', label: 'Hebrew (windows-1255)' },
  { value: 'windows-1256', label: 'Arabic (windows-1256)' },
  { value: 'gb18030', label: 'Simplified Chinese (GB18030, GBK)' },
  { value: 'big5', label: 'Traditional Chinese (Big5)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
]

type EncodingFieldProps = { encoding: string; onChange: (encoding: string) => void }

export function EncodingField({ encoding, onChange }: EncodingFieldProps) {
  const isListed = ENCODINGS.some(({ value }) => value === encoding)
  return (
    <Select
      label="Encoding"
      searchable
      allowDeselect={false}
      data={isListed ? ENCODINGS : [{ value: encoding, label: encoding }, ...ENCODINGS]}
      value={encoding}
      onChange={(value) => {
        if (value !== null) onChange(value)
      }}
    />
  )
}
