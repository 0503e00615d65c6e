import { readVariable } from '../../data/read-variable.ts'
import { dataStage } from '../../stage.ts'

/** Reads a variable of the page's own scripts. */
export const readCustomData = dataStage({
  name: 'read-custom-data',
  phase: 'read',
  owns: ['custom_data_variable'],
  direct: true,
  async run({ page, data }, { custom_data_variable: name }) {
    if (name === undefined) return
    const read = await readVariable(page, name)
    data.customData = 'value' in read ? read.value : null
    if ('problem' in read) page.warnings.push(`"custom_data_variable": the value ${read.problem}.`)
  },
})
