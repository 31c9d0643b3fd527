# SPDX-License-Identifier: MIT
# The function `cudaenv` and the prompt hook of PowerShell. `init` prints this behind
# $global:_CUDAENV_PROGRAM, _CUDAENV_ROOT and _CUDAENV_HOOK. Not among the shells that tests run.

function global:cudaenv {
    $verb = @($args | Where-Object { "$_" -notlike '-*' })[0]
    $isRead = @($args | Where-Object { $_ -in '-h', '--help', '--json', '--format' }).Count -gt 0
    if ($verb -eq 'shell' -and -not $isRead) {
        $env:CUDAENV_SHELL = 'pwsh'
        try { $lines = & $global:_CUDAENV_PROGRAM @args | Out-String }
        finally { Remove-Item Env:CUDAENV_SHELL }
        if ($lines) { Invoke-Expression $lines }
    }
    else {
        & $global:_CUDAENV_PROGRAM @args
    }
}

function global:_cudaenv_key {
    (Get-Location).ProviderPath, $env:PATH, $env:CUDAENV_VERSION, $env:CUDAENV_DIR, $env:VIRTUAL_ENV, $env:CONDA_PREFIX -join '|'
}

function global:_cudaenv_text($path) {
    if ($path -and [IO.File]::Exists($path)) { [IO.File]::ReadAllText($path) } else { '' }
}

function global:_cudaenv_is_stale {
    $memory = $global:_CUDAENV_MEMORY
    if ($null -eq $memory -or $global:_CUDAENV_KEY -cne (_cudaenv_key)) { return $true }
    if ($memory.prefix -and -not (Test-Path -LiteralPath $memory.prefix)) { return $true }
    foreach ($path in $memory.absent) { if (Test-Path -LiteralPath $path) { return $true } }
    if (((_cudaenv_text $memory.conf) -split "`n")[0] -cne $memory.generation) { return $true }
    (_cudaenv_text $memory.file) -cne $memory.text
}

function global:_cudaenv_hook {
    if (-not (_cudaenv_is_stale)) { return }
    $shim = "$global:_CUDAENV_ROOT/shims/cudaenv-shim"
    if (-not (Test-Path -LiteralPath $shim)) { return }
    $change = & $shim --hook pwsh "$($global:_CUDAENV_MEMORY.said)" | Out-String | ConvertFrom-Json
    if ($null -eq $change) { return }
    foreach ($each in $change.set.PSObject.Properties) { Set-Item -LiteralPath "Env:$($each.Name)" $each.Value }
    foreach ($name in $change.unset) { Remove-Item -ErrorAction SilentlyContinue "Env:$name" }
    $global:_CUDAENV_MEMORY = $change.memory
    $global:_CUDAENV_KEY = _cudaenv_key
}

if ($global:_CUDAENV_HOOK -and -not $global:_CUDAENV_PROMPT) {
    $global:_CUDAENV_PROMPT = $function:prompt
    function global:prompt {
        $code = $global:LASTEXITCODE
        _cudaenv_hook
        $global:LASTEXITCODE = $code
        & $global:_CUDAENV_PROMPT
    }
}
