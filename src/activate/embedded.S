/* SPDX-License-Identifier: MIT
 * Files laid into the program as they are, so that a copied binary works alone. The assembler is
 * given the folders to look in. The table at cudaenv_embedded has a row of three addresses for each
 * file: its name, its first byte and the one behind its last; embedded.cpp reads it. */
    .macro embed name
    .section .rodata
1:  .asciz "\name"
2:  .incbin "\name"
3:  .byte 0
    .section .data.rel.ro, "aw"
    .dc.a 1b, 2b, 3b
    .endm

    .section .data.rel.ro, "aw"
    .balign 8
    .global cudaenv_embedded
cudaenv_embedded:
    embed "cudaenv-shim"
    embed "shims/function.sh"
    embed "shims/complete.bash"
    embed "shims/complete.zsh"
    embed "shims/hook.sh"
    embed "shims/hook.bash"
    embed "shims/hook.zsh"
    embed "shims/function.fish"
    embed "shims/hook.fish"
    embed "shims/init.ps1"
    embed "shims/init.nu"
    embed "shims/init.elv"
    embed "completions/cudaenv.bash"
    embed "completions/_cudaenv"
    embed "completions/cudaenv.fish"

    .section .data.rel.ro, "aw"
    .global cudaenv_embedded_end
cudaenv_embedded_end:
    .dc.a 0

    .section .note.GNU-stack, "", %progbits
