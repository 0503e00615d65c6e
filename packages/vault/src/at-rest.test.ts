import { describe, expect, test } from '@jest/globals'
import { createVault, makeVaultKey } from './at-rest.ts'

const place = { organisationId: 'org_1', table: 'project_key', rowId: 'row_1' }

describe('sealing at rest', () => {
  test('a secret opens at its own row', async () => {
    const vault = createVault([makeVaultKey()])
    const sealed = await vault.seal('whsec_sesame', place)
    expect(sealed).not.toContain('sesame')
    expect(await vault.open(sealed, place)).toBe('whsec_sesame')
  })

  test.each([
    ['organisation', { ...place, organisationId: 'org_2' }],
    ['table', { ...place, table: 'other' }],
    ['row', { ...place, rowId: 'row_2' }],
  ])('G33 moved to another %s it does not open', async (_, elsewhere) => {
    const vault = createVault([makeVaultKey()])
    await expect(vault.open(await vault.seal('secret', place), elsewhere)).rejects.toThrow()
  })

  test('seals with the newest key and opens with older ones', async () => {
    const [older, newer] = [makeVaultKey(), makeVaultKey()]
    const sealed = await createVault([older]).seal('secret', place)
    const rotated = createVault([newer, older])
    expect(await rotated.open(sealed, place)).toBe('secret')
    expect(rotated.isCurrent(sealed)).toBe(false)
    expect(rotated.isCurrent(await rotated.seal('secret', place))).toBe(true)
    await expect(createVault([older]).open(await rotated.seal('secret', place), place)).rejects.toThrow(
      'No vault key',
    )
  })
})
