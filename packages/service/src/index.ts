export { storageVariables } from './store-variables.ts'
export { createBase, type ServiceBase } from './base.ts'
export { optionLimits, optionVariables } from './option-limits.ts'
export {
  artefactUrl,
  baseVariables,
  callerStorageVariables,
  headerVariables,
  managementVariables,
  publicListenerVariables,
  receiverVariables,
  recordVariables,
  sealingVariables,
  videoVariables,
} from './shared-variables.ts'
