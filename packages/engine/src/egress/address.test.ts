import { expect, test } from 'vitest'
import { guardedKind, isMetadataName, refusedKind } from './address.ts'

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:0:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '',
  'not an address',
])('rejects %j', (address) => {
  expect(refusedKind(address)).toBeTruthy()
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('allows %s', (address) => {
  expect(refusedKind(address)).toBeNull()
})

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  '168.63.129.16',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  'fd00:0ec2:0:0:0:0:0:0254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:0:169.254.169.254',
  '::169.254.169.254',
  '64:ff9b::169.254.169.254',
  '64:ff9b::6464:64c8',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
  '2001:0:102:304:0:0:5601:5601',
  '2001:db8::5efe:a9fe:a9fe',
  'not an address',
])('blocks %j even with a grant for private addresses', (address) => {
  expect(guardedKind(address)).toBeTruthy()
  expect(refusedKind(address)).toBeTruthy()
})

test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '100.100.100.201', '::1', 'fd00::1', '1.1.1.1'])(
  'allows %s with a grant for private addresses',
  (address) => {
    expect(guardedKind(address)).toBeNull()
  },
)

test.each(['metadata.google.internal', 'METADATA.google.internal.', 'instance-data'])(
  'recognizes %s as a metadata host',
  (host) => {
    expect(isMetadataName(host)).toBe(true)
  },
)
